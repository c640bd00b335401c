import { describe, expect, it } from 'vitest';
import { findItemKind, type ItemKind, itemKinds } from './item-kinds.ts';
import { keys } from './keys.ts';

const kinds = Object.keys(itemKinds) as ItemKind[];

describe('the kind of an item', () => {
  it.each(kinds)('is found by its key: %s', (kind) => {
    expect(findItemKind(keys[kind]('ann', '2026-11-20'))).toBe(kind);
  });

  it('is unknown if no member of keys creates its key', () => {
    expect(findItemKind({ pk: 'USER#ann', sk: 'UNKNOWN#1' })).toBeUndefined();
  });

  it.each(kinds)(
    "is erased with its owner's partition exactly if its key is in that partition: %s",
    (kind) => {
      const isOwned = keys[kind]('ann', '1').pk === keys.user('ann').pk;
      expect(itemKinds[kind].erase.place === 'partition').toBe(isOwned);
    },
  );
});

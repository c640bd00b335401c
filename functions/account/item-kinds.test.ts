import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { root } from '#lib/paths.ts';
import { findItemKind, type ItemKind, itemKinds, keys } from './item-kinds.ts';

const kinds = Object.keys(itemKinds) as ItemKind[];

/** Loads what each feature exports as its keys. */
async function loadFeatureKeys(): Promise<object[]> {
  const files = await Array.fromAsync(
    glob('{functions,shared}/**/*.keys.ts', { cwd: root }),
  );
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(root, file)).href)),
  );
  const exported = modules.flatMap((module: Record<string, object>) =>
    Object.values(module),
  );
  // Arrays are the names in the encryption contexts of items.
  return exported.filter((value) => !Array.isArray(value));
}

describe('the kind of an item', () => {
  it('is known of the keys of every feature', async () => {
    const featureKeys = await loadFeatureKeys();
    expect(featureKeys.length).toBeGreaterThan(15);
    const names = featureKeys.flatMap((members) => Object.keys(members));
    expect(names.toSorted()).toEqual(Object.keys(keys).toSorted());
  });

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

import { describe, expect, it } from 'vitest';
import { namesTag } from './caching.ts';

describe('If-None-Match (RFC 9110, section 13.1.2)', () => {
  it.each([
    [['"a"']],
    [['W/"a"']],
    [['"x", "a"']],
    [['"x",W/"a" ,"y"']],
    [['"x"', '"a"']],
    [['*']],
    [[' * ']],
  ])('%j names the tag "a"', (sent) => {
    expect(namesTag(sent, '"a"')).toBe(true);
  });

  it.each([[[]], [['']], [['"b"']], [['a']], [['"A"']], [['"a']], [['"x,a"']], [['"*"']], [['"aa"']]])(
    '%j does not',
    (sent) => {
      expect(namesTag(sent, '"a"')).toBe(false);
    },
  );
});

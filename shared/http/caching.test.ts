import { describe, expect, it } from 'vitest';
import { computeEntityTag, matchesEntityTag } from './caching.ts';

// RFC 9110, section 13.1.2.
describe('If-None-Match', () => {
  it.each([
    [['"a"']],
    [['W/"a"']],
    [['"x", "a"']],
    [['"x",W/"a" ,"y"']],
    [['"x"', '"a"']],
    [['*']],
    [[' * ']],
  ])('%j matches the tag W/"a"', (sent) => {
    expect(matchesEntityTag(sent, 'W/"a"')).toBe(true);
  });

  it.each([
    [[]],
    [['']],
    [['"b"']],
    [['a']],
    [['"A"']],
    [['"a']],
    [['"x,a"']],
    [['"*"']],
    [['"aa"']],
  ])('%j does not match the tag W/"a"', (sent) => {
    expect(matchesEntityTag(sent, 'W/"a"')).toBe(false);
  });
});

describe('the entity tag of a body', () => {
  it('is weak, and equal for equal bodies', () => {
    expect(computeEntityTag('{"a":1}')).toMatch(/^W\/"[0-9a-z-]+"$/);
    expect(computeEntityTag('{"a":1}')).toBe(computeEntityTag(JSON.stringify({ a: 1 })));
  });

  it('differs if one character, its position or the length differs', () => {
    const body = JSON.stringify(Array.from({ length: 300 }, (_, i) => i));
    const changed = Array.from(
      body,
      (_, i) => `${body.slice(0, i)}x${body.slice(i + 1)}`,
    );
    const shortened = Array.from(body, (_, i) => body.slice(0, i));
    const tags = new Set([body, ...changed, ...shortened].map(computeEntityTag));
    expect(tags.size).toBe(1 + changed.length + shortened.length);
  });
});

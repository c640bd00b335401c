import { describe, expect, it } from 'vitest';
import { coversScope, normalizeScope, partialScopes, scopes } from './scopes.ts';

describe('a granted scope', () => {
  it.each(scopes)('covers itself: %s', (scope) => {
    expect(coversScope(scope, scope)).toBe(true);
  });

  it.each(scopes)('covers %s with full access', (scope) => {
    expect(coversScope('read', scope)).toBe(true);
  });

  it('covers no other scope, except that a write scope covers its read scope', () => {
    const pairs = partialScopes.flatMap((granted) =>
      scopes
        .filter((scope) => scope !== granted && coversScope(granted, scope))
        .map((scope) => `${granted} covers ${scope}`),
    );
    expect(pairs).toEqual([
      'diary.write covers diary.read',
      'data_sources.write covers data_sources.read',
      'connections.write covers connections.read',
    ]);
  });

  it('covers all names of a list in any order', () => {
    const granted = 'connections.read diary.write';
    expect(coversScope(granted, 'diary.read connections.read')).toBe(true);
  });

  it.each([
    ['diary.read', 'diary.write'],
    ['diary.write', 'read'],
    ['diary.write', 'data_sources.read'],
    ['diary.read', 'diary.read profile.read'],
    ['', 'read'],
    ['read.write', 'read'],
  ])('%j does not cover the scope %j', (granted, required) => {
    expect(coversScope(granted, required)).toBe(false);
  });
});

describe('a normalized scope', () => {
  // RFC 6749 section 3.3.
  it.each([
    ['openid diary.write  READ profile.read diary.write', 'profile.read diary.write'],
    ['diary.write read', 'read'],
    ['openid', ''],
    ['', ''],
  ])('of %j is %j', (scope, normalized) => {
    expect(normalizeScope(scope)).toBe(normalized);
  });
});

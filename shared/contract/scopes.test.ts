import { describe, expect, it } from 'vitest';
import { coversScope, parseScope, scopes } from './scopes.ts';

describe('a granted scope', () => {
  it.each(scopes)('covers itself: %s (A20)', (scope) => {
    expect(coversScope(scope, scope)).toBe(true);
  });

  it.each(scopes)('covers %s with full access (A20)', (scope) => {
    expect(coversScope('read', scope)).toBe(true);
  });

  it.each([
    ['diary.write', 'diary.read'],
    ['data_sources.write', 'data_sources.read'],
    ['connections.read diary.write', 'diary.read connections.read'],
  ])('covers with %s the narrower %s (A20)', (granted, required) => {
    expect(coversScope(granted, required)).toBe(true);
  });

  it.each([
    ['diary.read', 'diary.write'],
    ['diary.write', 'read'],
    ['diary.write', 'data_sources.read'],
    ['diary.read', 'diary.read profile.read'],
    ['', 'read'],
    ['read.write', 'read'],
  ])('does not cover with %j the scope %s (A20)', (granted, required) => {
    expect(coversScope(granted, required)).toBe(false);
  });
});

it('has the known names of a list, once and in a fixed order (RFC 6749 section 3.3)', () => {
  expect(parseScope('openid diary.write  READ profile.read diary.write')).toEqual([
    'profile.read',
    'diary.write',
  ]);
});

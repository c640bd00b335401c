import { describe, expect, it } from 'vitest';
import { coversScope, normalizeScope, scopes } from './scopes.ts';

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

describe('a normalized scope', () => {
  it.each([
    ['openid diary.write  READ profile.read diary.write', 'profile.read diary.write'],
    ['diary.write read', 'read'],
    ['openid', ''],
    ['', ''],
  ])('of %j is %j (A20, RFC 6749 section 3.3)', (scope, normalized) => {
    expect(normalizeScope(scope)).toBe(normalized);
  });
});

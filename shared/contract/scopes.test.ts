import { describe, expect, it } from 'vitest';
import {
  coversScope,
  identityScopes,
  limitIdentity,
  listIncludedScopes,
  normalizeScope,
  partialScopes,
  scopes,
  toDataScope,
} from './scopes.ts';

describe('a granted scope', () => {
  it.each(scopes)('covers itself: %s', (scope) => {
    expect(coversScope(scope, scope)).toBe(true);
  });

  it.each(['read', ...listIncludedScopes()])('covers %s with full access', (scope) => {
    expect(coversScope('read', scope)).toBe(true);
  });

  it.each(['measurements.read', 'measurements.write'])(
    'of full access does not cover %s',
    (scope) => {
      expect(coversScope('read', scope)).toBe(false);
      expect(coversScope('read measurements.write', scope)).toBe(true);
    },
  );

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
      'measurements.write covers measurements.read',
    ]);
  });

  it.each(identityScopes)('that gives access to all data does not cover %s', (scope) => {
    expect(coversScope('read', scope)).toBe(false);
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
    ['address diary.write  READ profile.read diary.write', 'profile.read diary.write'],
    ['diary.write read', 'read diary.write'],
    ['email diary.write openid', 'diary.write openid email'],
    ['openid read profile diary.read', 'read diary.read openid profile'],
    ['openid', 'openid'],
    ['profile email diary.read', 'diary.read'],
    ['profile email', ''],
    ['address', ''],
    ['', ''],
  ])('of %j is %j', (scope, normalized) => {
    expect(normalizeScope(scope)).toBe(normalized);
  });
});

describe('the names of a sign-in', () => {
  it('are no access to data', () => {
    expect(toDataScope('diary.read openid email')).toBe('diary.read');
    expect(toDataScope('openid profile email')).toBe('');
  });

  it('are left out if another scope does not have them', () => {
    expect(limitIdentity('diary.read openid email', 'openid')).toBe('diary.read openid');
    expect(limitIdentity('read openid', 'read')).toBe('read');
  });
});

import { expect, it } from 'vitest';
import { formatTypes, parsePrincipal } from './principal.ts';

const claims = {
  sub: 'u',
  client_id: 'c',
  origin_jti: 'g',
  token_use: 'user',
  scope: 'read',
};

it('reads the types that the client may not see, none if the claims are absent', () => {
  const hidden_types = ['strava', 'google_health'];
  const text = formatTypes(hidden_types);
  const principal = parsePrincipal({
    ...claims,
    hidden_types: text,
    incomplete_types: 'strava',
  });
  expect(principal).toMatchObject({ hidden_types, incomplete_types: ['strava'] });
  const none = { hidden_types: [], incomplete_types: [] };
  expect(parsePrincipal(claims)).toMatchObject(none);
  const empty = { hidden_types: formatTypes([]), incomplete_types: formatTypes([]) };
  expect(parsePrincipal({ ...claims, ...empty })).toMatchObject(none);
});

it('has the hash of the user for log lines, unless an earlier authorizer stated the caller', () => {
  expect(parsePrincipal({ ...claims, user_hash: 'h' })).toMatchObject({ user_hash: 'h' });
  expect(parsePrincipal(claims)).not.toHaveProperty('user_hash');
});

it.each([
  { hidden_types: 'strava,whoop' },
  { hidden_types: 'strava  whoop' },
  { hidden_types: null },
  { hidden_types: ['strava'] },
  { incomplete_types: 'Strava' },
  { incomplete_types: 1 },
])('knows no caller if a claim cannot be read: %j', (unreadable) => {
  expect(parsePrincipal({ ...claims, ...unreadable })).toBeUndefined();
});

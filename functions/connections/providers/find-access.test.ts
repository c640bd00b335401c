import { expect, it } from 'vitest';
import { findMeasuredAccess } from './find-access.ts';

const metrics = { granted_scopes: ['user.activity', 'user.metrics'] };
const refused = { sync_measured: { body: { is_refused: true } } } as const;
const scope = 'read:sleep';

it.each([
  ['has everything', 'withings', metrics, [], { readsSome: true, lacksSome: false }],
  ['lacks a scope', 'withings', {}, [], { readsSome: true, lacksSome: true }],
  [
    'is refused one',
    'withings',
    { ...metrics, ...refused },
    [],
    { readsSome: true, lacksSome: true },
  ],
  ['cannot ask for more', 'whoop', {}, [], { readsSome: false, lacksSome: false }],
  ['can ask for more', 'whoop', {}, [scope], { readsSome: false, lacksSome: true }],
  ['needs no scope', 'polar', {}, [], { readsSome: true, lacksSome: false }],
  ['has only workouts', 'strava', {}, [], { readsSome: false, lacksSome: false }],
] as const)('knows that a connection %s at %s', (_, type, known, extraScopes, access) => {
  expect(findMeasuredAccess({ type, ...known }, extraScopes)).toEqual(access);
});

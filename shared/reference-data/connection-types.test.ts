import { afterEach, expect, it, vi } from 'vitest';
import { type ExtraType, extraTypeVariable, getTypeName } from './connection-types.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const extra: ExtraType = {
  id: '999',
  type: 'sample',
  name: 'Sample provider',
  device: { manufacturer: 'Sample', model: 'Band' },
  records: 'workouts',
  interface: 'whoop',
  gateway: 'http://127.0.0.1:3005',
};

it.each([
  { kind: 'a current', type: 'strava', name: 'Strava' },
  { kind: 'a retired', type: 'fitbit', name: 'Fitbit' },
  { kind: 'the extra', type: 'sample', name: 'Sample provider' },
  { kind: 'an unknown', type: 'sundial', name: 'sundial' },
])('$kind type has the name $name', ({ type, name }) => {
  vi.stubEnv(extraTypeVariable, JSON.stringify(extra));
  expect(getTypeName(type)).toBe(name);
});

import { expect, it } from 'vitest';
import { listPermissions } from './permissions.ts';

it('lists granted and withheld permissions, without those that others imply', () => {
  // The scope `read` gives full access. A write permission implies the permission to read.
  expect(listPermissions('read')).toEqual({
    granted: [
      'profile.read',
      'diary.write',
      'data_sources.write',
      'connections.write',
      'images.write',
    ],
    withheld: ['measurements.read'],
  });
  // A sign-in with the name shows a part of what it does not get otherwise.
  expect(listPermissions('diary.write openid profile')).toEqual({
    granted: ['openid', 'profile', 'diary.write'],
    withheld: [
      'data_sources.read',
      'connections.read',
      'images.write',
      'measurements.read',
    ],
  });
  expect(listPermissions('diary.write data_sources.read')).toEqual({
    granted: ['diary.write', 'data_sources.read'],
    withheld: [
      'profile.read',
      'data_sources.write',
      'connections.read',
      'images.write',
      'measurements.read',
    ],
  });
});

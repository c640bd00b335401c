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
    withheld: [],
  });
  expect(listPermissions('diary.write data_sources.read')).toEqual({
    granted: ['diary.write', 'data_sources.read'],
    withheld: ['profile.read', 'data_sources.write', 'connections.read', 'images.write'],
  });
});

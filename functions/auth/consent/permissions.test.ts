import { expect, it } from 'vitest';
import { listPermissions } from './permissions.ts';

it('lists each kind of data once, by its widest granted or withheld scope (A20)', () => {
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

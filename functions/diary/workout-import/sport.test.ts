import { expect, it } from 'vitest';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { mapSport } from './sport.ts';

it.each([
  ['Beach Run', 'run'],
  ['night_running', 'run'],
  ['NightRunning', 'run'],
  ['fat_biking', 'ride'],
  ['night-ride', 'ride'],
  ['ice_fishing', 'winter'],
  ['garage rowing', 'machine'],
  ['korfball', 'team'],
  ['Street Ballet', 'dance'],
  ['Water-Jumping', 'water'],
  ['WINTERSPORTS_LUGE', 'winter'],
] as const)('the unlisted sport %s becomes its nearest root', (word, key) => {
  expect(mapSport({}, word)).toEqual({
    activity_type_id: getActivityTypeId(key),
    remote_activity: word,
  });
});

it.each([
  'rope skipping',
  'skimming stones',
  'trunk twists',
  'Bikram',
  'crunches',
  'stride',
  'axe_throwing',
  'office_chair',
  'ballooning',
])('%s is no sport that part of its name spells', (word) => {
  expect(mapSport({}, word).activity_type_id).toBe(getActivityTypeId('other_import'));
});

it("prefers the provider's own table to the words of all", () => {
  const table = { cycling: 'ride_indoor' } as const;
  const ids = [{}, table].map((sports) => mapSport(sports, 'Cycling').activity_type_id);
  expect(ids).toEqual([getActivityTypeId('ride'), getActivityTypeId('ride_indoor')]);
});

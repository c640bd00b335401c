import { beforeAll, expect, it } from 'vitest';
import { setTestClient } from '#kit/provider-clients.ts';
import { getImportClient } from './imports/account.ts';
import { importTypes } from './imports/plan.ts';
import { playHistory } from './imports/play-history.ts';

beforeAll(async () => {
  for (const type of importTypes) await setTestClient(getImportClient(type));
});

/** Histories of all providers. `npm run faults -- --only imports` plays more of them. */
const histories = Array.from({ length: 8 }, (_, index) => ({
  type: importTypes[index % importTypes.length] ?? 'strava',
  number: index + 1,
}));

it.each(histories)(
  'the diary has the workouts of $type after days of faults at any call, in history $number',
  async ({ type, number }) => {
    expect((await playHistory(type, number)).problems).toEqual([]);
  },
);

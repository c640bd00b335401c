import { beforeAll, expect, it } from 'vitest';
import { setTestClient } from '#kit/provider-clients.ts';
import { standInTypes } from '#kit/provider-stand-ins/start.ts';
import { getImportClient } from './imports/account.ts';
import { playHistory } from './imports/play-history.ts';

beforeAll(async () => {
  for (const type of standInTypes) await setTestClient(getImportClient(type));
});

/** A history of each provider. `npm run faults -- --only imports` plays more of them. */
const histories = standInTypes.map((type, index) => ({ type, number: index + 1 }));

it.each(histories)(
  'the diary has the workouts of $type after days of faults at any call, in history $number',
  async ({ type, number }) => {
    expect((await playHistory(type, number)).problems).toEqual([]);
  },
);

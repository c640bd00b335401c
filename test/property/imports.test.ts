import { beforeAll, expect, it } from 'vitest';
import { setTestClient } from '#kit/provider-clients.ts';
import { getImportClient } from './imports/account.ts';
import { importTypes } from './imports/plan.ts';
import { playHistory } from './imports/play-history.ts';

beforeAll(async () => {
  for (const type of importTypes) await setTestClient(getImportClient(type));
});

/** `npm run faults -- --only imports` plays more histories. */
const histories = [1, 2];

it.each(importTypes)(
  'the diary has the workouts of %s after days of faults at any call',
  async (type) => {
    for (const number of histories) {
      const { problems } = await playHistory(type, number);
      expect({ number, problems }).toEqual({ number, problems: [] });
    }
  },
);

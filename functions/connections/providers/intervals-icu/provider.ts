import type { KeyProvider } from '#functions/connections/provider-definition/provider.ts';
import {
  pickMember,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import access from './access.ts';
import { fetchFile, ownUrl, requestIntervals, toKeyGet } from './request.ts';
import { listWellness } from './wellness.ts';
import { listIntervalsWorkouts } from './workouts.ts';

const AthleteId = pickMember('id', RemoteId);

/** Intervals.icu (intervals.icu/api/v1/docs). It sends webhooks to clients with OAuth only. */
export default {
  type: 'intervals_icu',
  ...access,
  checkKey: (context, key) => requestIntervals(context, toKeyGet(ownUrl, key), AthleteId),
  // Its limits are not documented, and those that people report differ: these are below all.
  limits: [
    { requests: 60, seconds: 60, per: 'account' },
    { requests: 4500, seconds: 86_400, per: 'account' },
    { requests: 300, seconds: 60, per: 'client' },
  ],
  delivery: 'poll',
  listWorkouts: listIntervalsWorkouts,
  fetchFile,
  measurements: [listWellness],
} satisfies KeyProvider as KeyProvider;

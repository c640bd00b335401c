import * as z from 'zod/mini';
import { defineProvider } from '#functions/connections/provider/define-provider.ts';
import { RemoteId } from '#functions/connections/provider/readings.ts';
import access from './access.ts';
import { requestStrava } from './request.ts';
import receiveWebhook from './webhook.ts';
import { fetchStravaWorkout, listStravaWorkouts } from './workouts.ts';

/** Strava (developers.strava.com/docs). */
export default defineProvider({
  type: 'strava',
  ...access,
  requestTokens: requestStrava,
  account: {
    id: z.pipe(
      z.object({ athlete: z.object({ id: RemoteId }) }),
      z.transform(({ athlete }) => athlete.id),
    ),
  },
  limits: [
    { requests: 200, seconds: 900, per: 'client' },
    { requests: 2000, seconds: 86_400, per: 'client' },
  ],
  delivery: 'push',
  listWorkouts: listStravaWorkouts,
  fetchWorkout: fetchStravaWorkout,
  receiveWebhook,
});

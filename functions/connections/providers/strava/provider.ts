import { defineProvider } from '#functions/connections/provider-definition/define-provider.ts';
import {
  pickMember,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import access from './access.ts';
import { requestStrava } from './request.ts';
import receiveWebhook from './webhook.ts';
import { fetchStravaWorkout, listStravaWorkouts } from './workouts.ts';

/** Strava (developers.strava.com/docs). */
export default defineProvider({
  type: 'strava',
  ...access,
  requestTokens: requestStrava,
  account: { id: pickMember('athlete', pickMember('id', RemoteId)) },
  limits: [
    { requests: 200, seconds: 900, per: 'client' },
    { requests: 2000, seconds: 86_400, per: 'client' },
  ],
  delivery: 'push',
  listWorkouts: listStravaWorkouts,
  fetchWorkout: fetchStravaWorkout,
  receiveWebhook,
});

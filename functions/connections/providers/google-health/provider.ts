import { defineProvider } from '#functions/connections/provider-definition/define-provider.ts';
import {
  pickMember,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import access from './access.ts';
import { googleMeasurements } from './measurements.ts';
import receiveWebhook from './webhook.ts';
import { listGoogleWorkouts, requestGoogle } from './workouts.ts';

/** Google Health API v4 (developers.google.com/health), the successor of the Fitbit Web API. */
export default defineProvider({
  type: 'google_health',
  ...access,
  // Notifications name this id.
  account: {
    url: 'https://health.googleapis.com/v4/users/me/identity',
    request: requestGoogle,
    id: pickMember('healthUserId', RemoteId),
  },
  limits: [
    { requests: 300, seconds: 60, per: 'account' },
    { requests: 120_000, seconds: 60, per: 'client' },
  ],
  delivery: 'push',
  listWorkouts: listGoogleWorkouts,
  measurements: googleMeasurements,
  receiveWebhook,
});

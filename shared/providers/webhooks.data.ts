// Generated from data/providers.csv by `npm run reference-data`.
// Change data/providers.csv instead of this file.
import type { ReceiveWebhook } from '../provider/webhook.ts';
import googleHealth from './google-health/webhook.ts';
import polar from './polar/webhook.ts';
import strava from './strava/webhook.ts';
import whoop from './whoop/webhook.ts';
import withings from './withings/webhook.ts';

export const webhooks: readonly { type: string; receive: ReceiveWebhook }[] = [
  { type: 'google_health', receive: googleHealth },
  { type: 'withings', receive: withings },
  { type: 'polar', receive: polar },
  { type: 'strava', receive: strava },
  { type: 'whoop', receive: whoop },
];

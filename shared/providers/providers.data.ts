// Generated from data/providers.csv by `npm run reference-data`.
// Change data/providers.csv instead of this file.
import type { Provider } from '../provider/provider.ts';
import googleHealth from './google-health/provider.ts';
import polar from './polar/provider.ts';
import strava from './strava/provider.ts';
import whoop from './whoop/provider.ts';
import withings from './withings/provider.ts';

export const providers: readonly Provider[] = [
  googleHealth,
  withings,
  polar,
  strava,
  whoop,
];

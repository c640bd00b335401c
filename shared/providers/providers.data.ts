// Generated from data/providers.csv by `npm run reference-data`.
// Change data/providers.csv instead of this file.
import type { Provider } from '../provider/provider.ts';
import strava from './strava/provider.ts';

export const providers: readonly Provider[] = [
  strava,
];

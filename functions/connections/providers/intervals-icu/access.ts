import type { KeyAccess } from '#functions/connections/provider-definition/provider.ts';

/** The access to accounts of Intervals.icu, with a key that each person has in the settings. */
export default {
  key: {
    label: { en: 'API key', de: 'API-Schlüssel' },
    url: 'https://intervals.icu/settings',
    place: 'Developer Settings',
  },
  requiredScopes: [],
  measurementScopes: [],
  withholds: 'Strava',
  has_history: true,
} satisfies KeyAccess;

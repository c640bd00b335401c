// Generated from data/providers.csv by `npm run reference-data`.
// Change data/providers.csv instead of this file.
import type { ProviderOAuth } from './provider-oauth.ts';

export const providerOAuthRows: readonly ProviderOAuth[] = [
  { type: 'strava', authorize_url: 'https://www.strava.com/oauth/authorize', scopes: 'read,activity:read_all', scope_separator: ',', token_url: 'https://www.strava.com/oauth/token', client_auth: 'body' },
];

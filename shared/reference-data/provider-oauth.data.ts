// Generated from data/providers.csv by `npm run reference-data`.
// Change data/providers.csv instead of this file.
import type { ProviderOAuth } from './provider-oauth.ts';

export const providerOAuthRows: readonly ProviderOAuth[] = [
  { type: 'google_health', authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth', authorize_parameters: 'access_type=offline&prompt=consent', scopes: 'https://www.googleapis.com/auth/googlehealth.activity_and_fitness.readonly', scope_separator: ' ', pkce: 'S256', token_url: 'https://oauth2.googleapis.com/token', client_auth: 'body' },
  { type: 'withings', authorize_url: 'https://account.withings.com/oauth2_user/authorize2', scopes: 'user.activity', scope_separator: ',', token_url: 'https://wbsapi.withings.net/v2/oauth2', client_auth: 'body' },
  { type: 'polar', authorize_url: 'https://flow.polar.com/oauth2/authorization', scopes: 'accesslink.read_all', scope_separator: ' ', token_url: 'https://polarremote.com/v2/oauth2/token', client_auth: 'basic' },
  { type: 'strava', authorize_url: 'https://www.strava.com/oauth/authorize', scopes: 'read,activity:read_all', scope_separator: ',', token_url: 'https://www.strava.com/oauth/token', client_auth: 'body' },
  { type: 'whoop', authorize_url: 'https://api.prod.whoop.com/oauth/oauth2/auth', scopes: 'offline read:workout read:profile', scope_separator: ' ', token_url: 'https://api.prod.whoop.com/oauth/oauth2/token', client_auth: 'body' },
];

import { providerOAuthRows } from './provider-oauth.data.ts';

/** How people connect their accounts at a provider whose workouts can be imported. */
export interface ProviderOAuth {
  /** The remote connection type. */
  type: string;
  authorize_url: string;
  /** Additional parameters of the authorization request, URL-encoded. */
  authorize_parameters?: string;
  /** The scopes that imports need, separated as the provider requires. */
  scopes?: string;
  scope_separator: ' ' | ',';
  pkce?: 'S256';
  token_url: string;
  /** The token endpoint for a refresh, if it differs. */
  refresh_url?: string;
  /** How the client authenticates at the token endpoint. */
  client_auth: 'basic' | 'body';
}

const byType = new Map(providerOAuthRows.map((row) => [row.type, row]));

/** Returns the OAuth endpoints of a type, or undefined if its workouts cannot be imported. */
export function findProviderOAuth(type: string): ProviderOAuth | undefined {
  return byType.get(type);
}

/** Returns the OAuth endpoints of a type. Throws an error if its workouts cannot be imported. */
export function getProviderOAuth(type: string): ProviderOAuth {
  const oauth = findProviderOAuth(type);
  if (!oauth) throw new Error(`data/providers.csv has no OAuth endpoints for ${type}.`);
  return oauth;
}

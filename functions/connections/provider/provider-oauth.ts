import { getKnownProvider } from '#shared/reference-data/connection-types.ts';
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
export function findOAuth(type: string): ProviderOAuth | undefined {
  return byType.get(getKnownProvider(type));
}

/** Returns whether workouts of a type can be imported. */
export function isImportable(type: string): boolean {
  return findOAuth(type) !== undefined;
}

/** Returns the OAuth endpoints of a type. Throws an error if its workouts cannot be imported. */
export function getProviderOAuth(type: string): ProviderOAuth {
  const oauth = byType.get(type);
  if (!oauth) throw new Error(`data/providers.csv has no OAuth endpoints for ${type}.`);
  return oauth;
}

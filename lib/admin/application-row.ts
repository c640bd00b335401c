import type { Client, ClientSecret } from '#functions/auth/client/client.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/require-found.ts';

/** Returns an application. Throws `not_found` if it does not exist. */
export function requireApplication<T>(found: T | undefined, id: string): T {
  return requireFound(found, { kind: 'application', id }, serviceError);
}

/** Returns an application as the command line shows it. */
export function toApplicationRow(client: Client, now: Date) {
  const liveSecrets = client.secrets.filter((secret) => isLive(secret, now));
  return {
    client_id: client.client_id,
    name: client.name,
    created_datetime: client.created_datetime,
    disabled_datetime: client.disabled_datetime ?? null,
    native: client.native,
    public: client.public ?? false,
    pkce_required: client.pkce_required,
    scopes: client.scopes ?? [fullScope],
    live_secrets: liveSecrets.length,
    grant_types: client.grant_types,
    redirect_uris: client.redirect_uris,
    home_page: client.client_uri ?? null,
    privacy_page: client.policy_uri ?? null,
    logo: client.has_logo ?? false,
  };
}

function isLive({ expires_datetime }: ClientSecret, now: Date): boolean {
  return expires_datetime === undefined || expires_datetime > now.toISOString();
}

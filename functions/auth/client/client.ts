import { matchesDigest } from '#shared/auth/secrets.ts';

/** The grants of the token endpoint (specification section 4.2). */
export const grantTypes = ['authorization_code', 'client_credentials', 'refresh_token'] as const;
export type GrantType = (typeof grantTypes)[number];

/** One of an application's secrets, as it is stored. */
export interface ClientSecret {
  digest: string;
  created_datetime: string;
  /** Set when the secret was replaced: the moment from which it is refused. */
  expires_datetime?: string;
}

/** A registered client of the interface. */
export interface Client {
  client_id: string;
  name: string;
  redirect_uris: readonly string[];
  grant_types: readonly GrantType[];
  /** Installed on people's devices: loopback redirects at any port and private-use schemes are for these only. */
  native: boolean;
  pkce_required: boolean;
  /** At most two that live: the current one, and the one before it while it is being replaced. */
  secrets: readonly ClientSecret[];
  created_datetime: string;
  disabled_datetime?: string;
}

/** Whether there is such an application, and it may be served: it was not disabled. */
export function isEnabled(client: Client | undefined): client is Client {
  return client !== undefined && client.disabled_datetime === undefined;
}

/** Whether `secret` is one of the application's secrets that live at `now`. */
export function hasSecret({ secrets }: Client, secret: string, now: Date): boolean {
  return secrets
    .filter(
      ({ expires_datetime }) =>
        expires_datetime === undefined || expires_datetime > now.toISOString(),
    )
    .some(({ digest }) => matchesDigest(secret, digest));
}

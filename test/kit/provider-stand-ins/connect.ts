import { findProvider } from '#functions/connections/providers/find-provider.ts';
import { addRemoteConnection } from '../remote-connections.ts';
import type { StandIn } from './stand-in.ts';

/** A person who connects an account, and the time by our clock in milliseconds since 1970. */
interface AccountToConnect {
  user_id: string;
  type: string;
  account: string;
  now: number;
}

/**
 * Connects an account at a stand-in with all permissions that we need, without the pages. Returns
 * the id of the connection.
 */
export async function connectAtStandIn(
  { grants, now: getProviderTime }: StandIn,
  { user_id, type, account, now }: AccountToConnect,
): Promise<string> {
  const scopes = findProvider(type)?.requiredScopes.flat() ?? [];
  const code = { account, scopes, redirect_uri: '', code_challenge: undefined };
  const grant = grants.redeem(grants.issueCode(code), null, null);
  if (!grant) throw new Error('The stand-in has issued no tokens.');

  const { access_token, refresh_token, access_expires } = grant;
  const tokens = {
    access_token,
    refresh_token,
    expires_at: Math.floor((now + access_expires - getProviderTime()) / 1000),
  };
  const connection = { type, remote_id: account, ...tokens };
  return addRemoteConnection(user_id, connection, new Date(now));
}

import {
  type AuthorizationRequest,
  hasPrompt,
  reachesOnlyClient,
} from '#functions/auth/authorize/authorization.ts';
import { isClientIdUrl } from '#functions/auth/client/client-id-url.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { type Grant, isLive } from '#functions/auth/grant/grant.ts';
import {
  belongsTo,
  type ClientAccess,
  isSameChoice,
  listOptedInTypes,
} from '#functions/auth/grant/opted-in-types.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import type { Table } from '#shared/table/table.ts';
import { type AllowedScope, listAddableScopes, withScopes } from './scope-choice.ts';

/** A consent that makes the consent page unnecessary. */
export interface RememberedConsent {
  /** The types that the user has ticked for the client. */
  optedInTypes: readonly string[];
  /** The request with what the user has added to it the last time. */
  allowed: AllowedScope;
}

/**
 * Returns the consent that the user has given before, if only the client can receive the code, so
 * that the consent page can be skipped (wire.md A13). Otherwise returns undefined.
 */
export async function findRememberedConsent(
  table: Table<'query'>,
  authorizationRequest: AuthorizationRequest,
  user_id: string,
  now: Date,
): Promise<RememberedConsent | undefined> {
  if (!reachesOnlyClient(authorizationRequest)) return undefined;
  if (hasPrompt(authorizationRequest, 'consent')) return undefined;
  const { client_id, audience, scope } = authorizationRequest;
  const listed = await grants.listByUser(table, user_id);
  const userGrants = listed.filter((grant) =>
    isOfSameClient(grant, authorizationRequest),
  );
  if (!hasPriorConsent(userGrants, { client_id, audience, scope }, now)) return undefined;
  const access = { client_id, audience };
  const latest = userGrants
    .filter((grant) => belongsTo(grant, access) && isRedeemed(grant, now))
    .sort((one, other) => one.created_datetime.localeCompare(other.created_datetime))
    .at(-1);
  const added = listAddableScopes(authorizationRequest).filter((name) =>
    coversScope(latest?.scope ?? '', name),
  );
  return {
    optedInTypes: listOptedInTypes(userGrants, access, now),
    allowed: { scope: withScopes(scope, added) },
  };
}

/** Returns whether a grant is live, and its code was redeemed. */
function isRedeemed(grant: Grant, now: Date): boolean {
  return grant.redeemed_at !== undefined && isLive(grant, now);
}

/** Returns whether a consent was neither withdrawn nor changed since it was found. */
export function isSameConsent(
  found: RememberedConsent,
  current: RememberedConsent | undefined,
): boolean {
  if (current?.allowed.scope !== found.allowed.scope) return false;
  return isSameChoice(found.optedInTypes, current.optedInTypes);
}

/**
 * Returns whether a client is what it was when a grant was given. The document of a client can name
 * another application or lead elsewhere at any time: then nothing is remembered.
 */
function isOfSameClient(
  { application_name, redirect_uri = '' }: Grant,
  request: AuthorizationRequest,
): boolean {
  if (!isClientIdUrl(request.client_id)) return true;
  const isSameName = application_name === request.application_name;
  return isSameName && getHost(redirect_uri) === getHost(request.redirect_uri);
}

const getHost = (uri: string) => (URL.canParse(uri) ? new URL(uri).host : undefined);

/** The access that a client asks for. */
interface RequestedAccess extends ClientAccess {
  scope: string;
}

/**
 * Returns whether a user has consented to this access before, and has neither withdrawn it nor left
 * out a part of it since. The consent page can then be skipped.
 *
 * Only a grant whose code was redeemed counts. A grant that the operator created is not the user's
 * consent, and a grant with an unused code may still be revoked (decision 0009).
 */
export function hasPriorConsent(
  grants: readonly Grant[],
  { scope, ...access }: RequestedAccess,
  now: Date,
): boolean {
  const clientGrants = grants.filter((grant) => belongsTo(grant, access));
  return clientGrants.some((grant) => {
    const covers = isRedeemed(grant, now) && coversScope(grant.scope, scope);
    return covers && !isLeftOutSince(clientGrants, grant, scope);
  });
}

/** Returns whether the user has left out a part of a scope after a grant was given. */
function isLeftOutSince(
  grants: readonly Grant[],
  { created_datetime }: Grant,
  scope: string,
): boolean {
  const later = grants.filter((grant) => grant.created_datetime > created_datetime);
  const names = later.flatMap(({ left_out_scope }) => left_out_scope?.split(' ') ?? []);
  return names.some((name) => coversScope(scope, name));
}

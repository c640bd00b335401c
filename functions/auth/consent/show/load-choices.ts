import { loadProviderSettings } from '#functions/auth/data-policy/data-policy.store.ts';
import {
  listChoices,
  needsChoice,
  type ProviderChoice,
} from '#functions/auth/data-policy/provider-choice.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { listOptedInTypes } from '#functions/auth/grant/opted-in-types.ts';
import type { Table } from '#shared/table/table.ts';
import type { ConsentRequest } from '../consent-request.ts';

/**
 * Returns the providers that the consent page lists, ticked as they are for the client now. Reads
 * nothing if the client needs no choice.
 */
export async function loadChoices(
  table: Table<'query'>,
  { authorizationRequest, user: { profile } }: ConsentRequest,
  now: Date,
): Promise<ProviderChoice[]> {
  const { client_id, audience, scope, own: isOwn = false } = authorizationRequest;
  if (!needsChoice({ audience, isOwn, scope })) return [];
  const [settings, userGrants] = await Promise.all([
    loadProviderSettings(table),
    grants.listByUser(table, profile.id),
  ]);
  return listChoices(settings, {
    audience,
    isOwn,
    scope,
    connectedTypes: profile.connected_types,
    optedInTypes: listOptedInTypes(userGrants, { client_id, audience }, now),
  });
}

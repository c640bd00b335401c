import type { AccountContext } from '#functions/account/account-context.ts';
import { redirectToPage } from '#functions/account/account-handler.ts';
import * as registrations from '#functions/account/webhook/registration.store.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import {
  type ClientChange,
  changeClient,
  rotateClientSecret,
} from '#functions/auth/client/client-update.store.ts';
import { deleteOwn } from '#functions/auth/client/own-client.store.ts';
import { revokePageOfClient } from '#functions/auth/grant/revocation.store.ts';
import { deleteSeats } from '#functions/auth/grant/seat.store.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { audit } from '#shared/runtime/audit.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { getSecretTime } from '../application.page.ts';
import { loadApplication } from '../load-application.ts';
import { redirectToApplication } from '../own-application.ts';
import { type PortalNotice, portalTexts } from '../portal.texts.ts';
import {
  logoutUriFields,
  type OwnRegistration,
  readRegistration,
  uriFields,
} from '../registration-fields.ts';
import type endpoint from './endpoint.ts';

/** A request that posts a form of the pages. */
export type PortalRequest = HandlerRequest<typeof endpoint>;

/** Changes an application as the form of its page says. */
export async function updateApplication(
  request: PortalRequest,
  account: AccountContext,
  client: Client,
) {
  const { table, body, requestId: request_id } = request;
  const { client_id } = client;
  const kind = client.public ? 'public' : 'confidential';
  const read = readRegistration(body, kind, portalTexts[account.language].problems);
  if (!read.ok) {
    const result = { values: body, problems: read.error };
    const page = await loadApplication(request, account, client, result);
    return { status: 400 as const, body: page };
  }
  const change = toChange(client, read.value);
  const updated = await changeClient(table, client, change);
  if (!updated) return redirectToApplication(account, client, 'changed');
  const { user_id } = account.session;
  audit('client_updated', { request_id, client_id, user_id });
  return redirectToApplication(account, client, 'saved');
}

/** Returns the change of a client. What the form does not show stays as it is. */
function toChange(client: Client, registration: OwnRegistration): ClientChange {
  const { default_scopes, redirect_uris, post_logout_redirect_uris } = client;
  const { scopes, client_uri, policy_uri } = registration;
  const logoutUris = registration.post_logout_redirect_uris?.concat(
    post_logout_redirect_uris?.slice(logoutUriFields.length) ?? [],
  );
  const isDefaultAllowed =
    default_scopes === undefined ||
    coversScope(scopes.join(' '), default_scopes.join(' '));
  return {
    set: {
      ...registration,
      redirect_uris: [
        ...registration.redirect_uris,
        ...redirect_uris.slice(uriFields.length),
      ],
      ...(logoutUris ? { post_logout_redirect_uris: logoutUris } : {}),
      ...(isDefaultAllowed ? {} : { default_scopes: scopes }),
    },
    remove: [
      ...(client_uri === undefined ? (['client_uri'] as const) : []),
      ...(policy_uri === undefined ? (['policy_uri'] as const) : []),
    ],
  };
}

/** Gives an application a new secret, which the page shows once. */
export async function rotateApplicationSecret(
  request: PortalRequest,
  account: AccountContext,
  client: Client,
) {
  const { table, body, now, requestId: request_id } = request;
  const { client_id, public: isPublic } = client;
  // Another rotation would end the secret that the application still has.
  const isRepeated = body.secret_of !== '' && body.secret_of !== getSecretTime(client);
  if (isRepeated) return redirectToApplication(account, client, 'rotated_before');
  const rotated = isPublic ? undefined : await rotateClientSecret(table, client, now);
  if (!rotated) return redirectToApplication(account, client, 'changed');
  const { user_id } = account.session;
  audit('client_secret_rotated', { request_id, client_id, user_id });
  const shown = { ...account, notice: 'rotated' satisfies PortalNotice };
  const page = await loadApplication(request, shown, rotated.client, rotated);
  return { status: 200 as const, body: page };
}

/** Deletes an application. */
export async function deleteByForm(
  { table, now, requestId: request_id }: PortalRequest,
  account: AccountContext,
  client: Client,
) {
  const { client_id } = client;
  const outcome = await deleteOwnApplication(table, client_id, now);
  if (outcome !== 'deleted')
    return redirectToApplication(
      account,
      client,
      outcome === 'continues' ? 'deleting' : outcome,
    );
  const { user_id } = account.session;
  audit('client_deleted', { request_id, client_id, user_id });
  return redirectToPage<PortalNotice>(account, 'portal', 'deleted');
}

/** The outcome of a deletion. `continues`: the application is disabled, and has more users. */
type DeletionOutcome = 'deleted' | 'continues' | 'changed';

/** So many users can lose access by one request. */
const maxRevoked = 1000;

/**
 * Deletes an application with its webhooks. Before, nobody can use or authorize it any more: it is
 * disabled, and all access is revoked. Each step can be repeated, so another deletion continues one
 * that was interrupted, or that is too large for a request.
 */
export async function deleteOwnApplication(
  table: Table<'get' | 'query' | 'update' | 'delete' | 'transact'>,
  client_id: string,
  now: Date,
): Promise<DeletionOutcome> {
  const client = await clients.disable(table, client_id, now);
  if (!client?.owner_id) return 'changed';
  const { count } = await revokePageOfClient(table, client_id, now);
  if (count >= maxRevoked) return 'continues';

  const { owner_id } = client;
  for (const webhook of await webhooks.listOfClient(table, client_id))
    if (!(await registrations.deleteRegistration(table, webhook, exists)))
      return 'changed';
  await deleteSeats(table, client_id);
  await registrations.deleteTargets(table, client_id);
  const isDeleted = await deleteOwn(table, { ...client, owner_id });
  return isDeleted ? 'deleted' : 'changed';
}

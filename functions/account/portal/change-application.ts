import type * as z from 'zod/mini';
import type { AccountContext } from '#functions/account/account-context.ts';
import { again, type Outcome, unchanged } from '#functions/account/screen.ts';
import * as registrations from '#functions/account/webhook/registration.store.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { type Client, isEnabled } from '#functions/auth/client/client.ts';
import {
  type ClientChange,
  rotateClientSecret,
} from '#functions/auth/client/client-update.store.ts';
import {
  createOwn,
  deleteOwn,
  findOwn,
} from '#functions/auth/client/own-client.store.ts';
import { revokePageOfClient } from '#functions/auth/grant/revocation.store.ts';
import { deleteSeats } from '#functions/auth/grant/seat.store.ts';
import type { RegistrationMode } from '#shared/contract/resources.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import type { Fail } from '#shared/http/handler.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { getSecretTime } from './application.page.ts';
import { requireOwnApplication, toApplication } from './own-application.ts';
import type { PortalResult } from './portal.page.ts';
import { type PortalNotice, portalTexts } from './portal.texts.ts';
import {
  logoutUriFields,
  type OwnRegistration,
  type RegistrationFields,
  readRegistration,
  uriFields,
} from './registration-fields.ts';

/** A request that posts the form of a new application. */
interface RegistrationRequest {
  table: Table<'get' | 'put' | 'update' | 'transact'>;
  body: z.output<z.ZodMiniObject<typeof RegistrationFields>> & { key: string };
  settings: { registration: RegistrationMode };
  now: Date;
  requestId: string;
}

/** Registers an application, and shows its secret once. Or shows why there is none. */
export async function registerApplication(
  { table, body, settings, now, requestId: request_id }: RegistrationRequest,
  { language, profile, session }: AccountContext,
): Promise<Outcome<PortalResult>> {
  const { key: sentKey, ...fields } = body;
  const { kind } = fields;
  const read = readRegistration(fields, kind, portalTexts[language].problems);
  if (!read.ok) return showList({ values: fields, problems: read.error, kind });

  const isAllowed = settings.registration !== 'off' && !profile.unconfirmed_email;
  if (!isAllowed) return showList({ kind });

  const { user_id } = session;
  const key = sentKey || undefined;
  const claim = { user_id, client_id: 'account', resource: 'application', key };
  const claimed = await idempotency.claimId(table, claim, fields, now);
  const client_id = claimed?.id ?? newId(now);
  const built: { client: Client; client_secret?: string } =
    kind === 'public'
      ? { client: clients.buildPublicClient(read.value, now) }
      : clients.buildClient(read.value, now);
  const client = await createOwn(table, { ...built.client, client_id }, user_id);
  if (client) {
    audit('client_created', { request_id, client_id, user_id });
    const notice: PortalNotice = 'registered';
    const { client_secret } = built;
    return again({ client_secret }, { status: 200, notice, query: { id: client_id } });
  }
  const earlier = await findOwn(table, user_id, client_id);
  // The page says why there is no form.
  if (!earlier) return showList({ kind });
  return unchanged<PortalNotice>('registered_before', toApplication(earlier));
}

/** Shows the page of all applications again. */
function showList(shown: PortalResult) {
  return again(shown, { query: { id: '' } });
}

/** Returns the change of a client. What the form does not show stays as it is. */
export function toClientChange(
  client: Client,
  registration: OwnRegistration,
): ClientChange {
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

/** Returns whether a change gives a client another value than it has. */
export function changesClient(client: Client, { set, remove }: ClientChange): boolean {
  const current: Readonly<Record<string, unknown>> = { ...client };
  const changed = Object.entries(set).filter(
    ([name, value]) => !isEqual(value, current[name]),
  );
  return changed.length > 0 || remove.some((name) => current[name] !== undefined);
}

/** A request that posts the form of a new secret. */
interface RotationRequest {
  table: Table<'get' | 'update' | 'transact'>;
  body: { id: string; secret_of: string };
  now: Date;
  requestId: string;
  fail: Fail<'not_found'>;
}

/** Gives an application a new secret, which its page shows once. */
export async function rotateApplicationSecret(
  request: RotationRequest,
  account: AccountContext,
): Promise<Outcome<PortalResult>> {
  const { table, body, now, requestId: request_id } = request;
  const client = await requireOwnApplication(request, account, body.id);
  const { client_id, public: isPublic } = client;
  const at = toApplication(client);
  if (!isEnabled(client)) return unchanged<PortalNotice>('disabled', at);

  // Another rotation would end the secret that the application still has.
  const isRepeated = body.secret_of !== '' && body.secret_of !== getSecretTime(client);
  if (isRepeated) return unchanged<PortalNotice>('rotated_before', at);
  const rotated = isPublic ? undefined : await rotateClientSecret(table, client, now);
  if (!rotated) return unchanged<PortalNotice>('changed', at);
  const { user_id } = account.session;
  audit('client_secret_rotated', { request_id, client_id, user_id });
  const { client_secret } = rotated;
  const notice: PortalNotice = 'rotated';
  return again({ client_secret }, { status: 200, notice, query: { id: client_id } });
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

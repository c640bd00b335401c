import type * as z from 'zod/mini';
import type { AccountContext } from '#functions/account/account-context.ts';
import { again, type Outcome, unchanged } from '#functions/account/screen.ts';
import { buildClient, buildPublicClient } from '#functions/auth/client/client.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { createOwn, findOwn } from '#functions/auth/client/own-client.store.ts';
import type { RegistrationMode } from '#shared/contract/resources.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import { toApplication } from './own-application.ts';
import type { PortalResult } from './portal.page.ts';
import { type PortalNotice, portalTexts } from './portal.texts.ts';
import { type RegistrationFields, readRegistration } from './registration-fields.ts';

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
      ? { client: buildPublicClient(read.value, now) }
      : buildClient(read.value, now);
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

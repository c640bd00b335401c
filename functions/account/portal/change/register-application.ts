import type { AccountContext } from '#functions/account/account-context.ts';
import { buildClient, buildPublicClient } from '#functions/auth/client/client.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { createOwn, findOwn, listOwn } from '#functions/auth/client/own-client.store.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newId } from '#shared/runtime/ids.ts';
import { type ApplicationPageParts, renderApplicationPage } from '../application.page.ts';
import { redirectToApplication } from '../own-application.ts';
import { renderPortalPage } from '../portal.page.ts';
import { type PortalNotice, portalTexts } from '../portal.texts.ts';
import { type OwnRegistration, readRegistration } from '../registration-fields.ts';
import type { RegistrationInput } from '../registration-form.ts';
import type { PortalRequest } from './change-application.ts';

/** Registers an application, and shows its secret once. Or shows why there is none. */
export async function registerApplication(
  request: PortalRequest,
  account: AccountContext,
) {
  const { body, settings } = request;
  const { language, profile } = account;
  const read = readRegistration(body, body.kind, portalTexts[language].problems);
  if (!read.ok) return refuse(request, account, { values: body, problems: read.error });

  const isAllowed = settings.registration !== 'off' && !profile.unconfirmed_email;
  if (!isAllowed) return refuse(request, account);

  const { table, now } = request;
  const { user_id } = account.session;
  const { form_token: _, key: sentKey, ...fields } = body;
  const key = sentKey || undefined;
  const claim = { user_id, client_id: 'account', resource: 'application', key };
  const claimed = await idempotency.claimId(table, claim, fields, now);
  const id = claimed?.id ?? newId(now);
  const created = await register(request, account, { id, registration: read.value });
  if (created) return { status: 200 as const, body: created };

  const earlier = await findOwn(table, user_id, id);
  if (earlier) return redirectToApplication(account, earlier, 'registered_before');
  // The page says why there is no form.
  return refuse(request, account);
}

/**
 * Returns the page of the new application, or undefined if the user has as many as allowed, or this
 * one already.
 */
async function register(
  { table, body, baseUrls, now, requestId: request_id }: PortalRequest,
  account: AccountContext,
  { id: client_id, registration }: { id: string; registration: OwnRegistration },
): Promise<string | undefined> {
  const { user_id } = account.session;
  const built: { client: Client; client_secret?: string } =
    body.kind === 'public'
      ? { client: buildPublicClient(registration, now) }
      : buildClient(registration, now);
  const client = await createOwn(table, { ...built.client, client_id }, user_id);
  if (!client) return undefined;
  audit('client_created', { request_id, client_id, user_id });
  const result: ApplicationPageParts = built;
  const shown = { ...account, notice: 'registered' satisfies PortalNotice };
  const userCount = { count: 0, isComplete: true };
  const empty = { userCount, webhooks: [], mainUrl: baseUrls.main };
  return renderApplicationPage({ ...result, ...empty, client, now }, shown);
}

async function refuse(
  { table, body: { kind }, settings: { registration }, baseUrls, now }: PortalRequest,
  account: AccountContext,
  input: RegistrationInput = {},
) {
  const clients = await listOwn(table, account.session.user_id);
  const mainUrl = baseUrls.main;
  const props = { ...input, clients, registration, mainUrl, kind, key: newId(now) };
  return { status: 400 as const, body: renderPortalPage(props, account) };
}

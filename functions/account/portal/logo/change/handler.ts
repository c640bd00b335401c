import { type AccountContext, serveForm } from '#functions/account/account-handler.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { findLogos } from '#functions/auth/client/client-logo.store.ts';
import { readLogo } from '#functions/auth/client/logo.ts';
import {
  deleteOwnLogo,
  setOwnLogo,
} from '#functions/auth/client/own-client-change.store.ts';
import { isReviewed } from '#functions/auth/client/proposal.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { readMultipart } from '#shared/http/multipart/read.ts';
import { audit } from '#shared/runtime/audit.ts';
import { logoTexts } from '../../logo.texts.ts';
import { redirectToApplication, requireOwnApplication } from '../../own-application.ts';
import { renderLogoPage } from '../logo.page.ts';
import endpoint from './endpoint.ts';

type LogoRequest = HandlerRequest<typeof endpoint>;

const changes = { set: changeLogo, delete: deleteFromForm };

export const handler = serveForm(
  endpoint,
  'logo',
  async (request, account) => {
    const { id, action } = request.body;
    const client = await requireOwnApplication(request, account, id);
    if (client.disabled_datetime)
      return redirectToApplication(account, client, 'disabled');
    return changes[action](request, account, client);
  },
  { others: { multipart: readMultipart } },
);

/** Gives an application a logo, or shows why the file cannot be one. */
async function changeLogo(request: LogoRequest, account: AccountContext, client: Client) {
  const { table, body, settings, requestId: request_id } = request;
  const labels = logoTexts[account.language];
  const [file] = body.logo;
  const logo = file && readLogo(file.bytes);
  if (!logo?.ok) {
    const problem = logo ? labels.faults[logo.error] : labels.none;
    const logos = await findLogos(table, client);
    const page = renderLogoPage({ client, ...logos, problem }, account);
    return { status: 400 as const, body: page };
  }
  const { registration } = settings;
  const changed = await setOwnLogo(table, client, logo.value, registration);
  if (!changed) return redirectToApplication(account, client, 'changed');
  const { client_id } = client;
  audit('client_updated', { request_id, client_id, user_id: account.session.user_id });
  const notice = isReviewed(client, registration) ? 'proposed' : 'saved';
  return redirectToApplication(account, client, notice);
}

/** Deletes the logo of an application, and one that waits for the operator. */
async function deleteFromForm(
  { table, requestId: request_id }: LogoRequest,
  account: AccountContext,
  client: Client,
) {
  const changed = await deleteOwnLogo(table, client);
  if (!changed) return redirectToApplication(account, client, 'changed');
  const { client_id } = client;
  audit('client_updated', { request_id, client_id, user_id: account.session.user_id });
  return redirectToApplication(account, client, 'saved');
}

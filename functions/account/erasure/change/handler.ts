import type { AccountContext } from '#functions/account/account-context.ts';
import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import { readBrowser } from '#functions/auth/browser/browser.ts';
import { cancelErasure } from '#functions/auth/identity/cancel-erasure.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import {
  buildProblemResponse,
  verifySignIn,
} from '#functions/auth/sign-in/sign-in-attempt.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { renderDeletionPage } from '../deletion.page.ts';
import type { ErasureMail } from '../erasure.mail.ts';
import type { ErasureNotice } from '../erasure.texts.ts';
import endpoint from './endpoint.ts';

type DeletionRequest = HandlerRequest<typeof endpoint>;

export const handler = serveForm(endpoint, 'deletion', async (request, account) =>
  request.body.action === 'keep'
    ? keepAccount(request, account)
    : scheduleDeletion(request, account),
);

async function keepAccount(request: DeletionRequest, account: AccountContext) {
  const { locale, session, pages } = account;
  const erasure = await cancelErasure(request, session.user_id, locale);
  if (!erasure) return redirect(pages.account('deletion'));
  return redirectToPage<ErasureNotice>(account, 'deletion', 'deletion_cancelled');
}

/** Verifies the password, schedules the erasure and signs out the other browsers. */
async function scheduleDeletion(request: DeletionRequest, account: AccountContext) {
  const { table, now, requestId, body, header } = request;
  const { session, profile, sessionToken, locale, pages } = account;
  const { user_id } = session;
  const verified = await verifySignIn(request, {
    email: profile.email,
    password: body.current,
    purpose: 'erasure',
    device: readBrowser(header).device,
  });
  if (!verified.ok) {
    const erasure = await erasures.find(table, user_id);
    const page = renderDeletionPage({ erasure, problem: verified.error }, account);
    return buildProblemResponse(verified.error, page);
  }

  const toMailAttributes = (due: Date) =>
    createMailAttributes<ErasureMail>({
      template: 'erasure_scheduled',
      to: verified.value.email,
      language: locale,
      time: due.toISOString(),
    });
  const erasureRequest = { user_id, reason: 'person', language: locale } as const;
  await erasures.schedule(table, erasureRequest, toMailAttributes, now);
  await sessions.endAllOfUser(table, user_id, sessionToken);
  audit('erasure_scheduled', { request_id: requestId, user_id });
  return redirect(pages.account('deletion'));
}

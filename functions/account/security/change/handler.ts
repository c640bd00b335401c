import type { AccountContext } from '#functions/account/account-context.ts';
import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { buildProblemResponse } from '#functions/auth/sign-in/sign-in-attempt.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { type AuditEvent, audit } from '#shared/runtime/audit.ts';
import { loadSecurityPage } from '../load-security-page.ts';
import { requestEmailChange } from '../request-email-change.ts';
import type { EmailProblem, SecurityAction, SecurityNotice } from '../security.page.ts';
import endpoint from './endpoint.ts';

type SecurityRequest = HandlerRequest<typeof endpoint>;
type RemovalAction = Exclude<SecurityAction, 'change_email'>;
type Removal = (request: SecurityRequest, account: AccountContext) => Promise<unknown>;

/** The actions that end sessions or forget trusted devices. */
const removals: Readonly<Record<RemovalAction, Removal>> = {
  end_session: ({ table, body }, { session }) =>
    sessions.endById(table, session.user_id, body.id),
  end_others: ({ table }, { session, sessionToken }) =>
    sessions.endAllOfUser(table, session.user_id, sessionToken),
  forget_device: ({ table, body }, { session }) =>
    trustedDevices.deleteTrusted(table, session.user_id, body.id),
  forget_devices: ({ table }, { session }) =>
    trustedDevices.deleteAllOfUser(table, session.user_id),
};

interface RemovalReport {
  event: AuditEvent;
  notice: SecurityNotice;
}

const removalReports: Readonly<Record<RemovalAction, RemovalReport>> = {
  end_session: { event: 'session_ended', notice: 'session_ended' },
  end_others: { event: 'session_ended', notice: 'other_sessions_ended' },
  forget_device: { event: 'trusted_device_removed', notice: 'browser_forgotten' },
  forget_devices: { event: 'trusted_device_removed', notice: 'all_browsers_forgotten' },
};

export const handler = serveForm(endpoint, 'security', async (request, account) => {
  const { action } = request.body;
  if (action === 'change_email') return startEmailChange(request, account);

  await removals[action](request, account);
  const { user_id } = account.session;
  const { event, notice } = removalReports[action];
  audit(event, { request_id: request.requestId, user_id, code: action });
  return redirectToPage<SecurityNotice>(account, 'security', notice);
});

async function startEmailChange(request: SecurityRequest, account: AccountContext) {
  const { settings, fail } = request;
  if (settings.mailFrom === undefined) throw fail('recovery_unavailable');

  const requested = await requestEmailChange(request, account);
  if (requested.ok)
    return redirectToPage<SecurityNotice>(account, 'security', 'link_sent');
  return showPageAgain(request, account, requested.error);
}

async function showPageAgain(
  request: SecurityRequest,
  account: AccountContext,
  problem: EmailProblem,
) {
  const formResult = { problem, newEmail: request.body.email };
  const page = await loadSecurityPage(request, account, formResult);
  if (problem === 'invalid') return { status: 400 as const, body: page };
  return buildProblemResponse(problem, page);
}

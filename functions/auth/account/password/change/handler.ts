import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import { browserOf } from '../../../browser.ts';
import * as revocation from '../../../grant/revocation.store.ts';
import * as users from '../../../identity/identity.store.ts';
import { Password, type SignIn } from '../../../identity/identity.ts';
import type { Pages } from '../../../pages.ts';
import { attemptSignIn, refusal } from '../../../rate-limit/sign-in-attempt.ts';
import { letIn } from '../../../rate-limit/start-session.ts';
import * as sessions from '../../../session/session.store.ts';
import { visitToAct } from '../../account-context.ts';
import { type PasswordProblem, renderPasswordPage } from '../password.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const visit = await visitToAct(call, 'change-password', 'password');
  if ('status' in visit) return visit;
  const { table, body, header } = call;
  const again = (problem: PasswordProblem) => renderPasswordPage(visit, problem);
  if (!Password.safeParse(body.next).success) return { status: 400, body: again('invalid') };
  if (body.next !== body.repeated) return { status: 400, body: again('mismatch') };

  const { email = '' } = (await users.find(table, visit.session.user_id)) ?? {};
  const { device } = browserOf(header);
  const claim = {
    email,
    password: body.current,
    purpose: 'password_change',
    browser: device,
  } as const;
  const verdict = await attemptSignIn(call, claim);
  if ('problem' in verdict) return refusal(verdict.problem, again(verdict.problem));
  const change = { email, signIn: verdict.signIn, session: visit.cookie, device };
  return (await replacePassword(call, change, visit.pages)) ?? refusal('wrong', again('wrong'));
});

/** Whose password is changed, and from which session in which browser. */
interface PasswordChange {
  email: string;
  signIn: SignIn;
  session: string;
  device: string;
}

/** Changes the password and ends the rest; undefined where the password was another by then. */
async function replacePassword(
  { table, body, now, requestId }: HandlerRequest<typeof endpoint>,
  { email, signIn, session, device }: PasswordChange,
  pages: Pages,
) {
  const subject = { request_id: requestId, user_id: signIn.user_id };
  const endAllBut = async (kept: string) => {
    await sessions.endAllOfUser(table, signIn.user_id, kept);
    if (!body.end_grants) return;
    for (const client_id of await revocation.revokeAllOfUser(table, signIn.user_id, now))
      audit('consent_withdrawn', { ...subject, client_id });
  };
  // Before, so that a repeat can complete what was interrupted; and after, for what was under way (decision record 9).
  await endAllBut(session);
  const changed = await users.replacePassword(table, email, signIn, body.next);
  audit(changed ? 'password_changed' : 'password_change_failed', subject);
  if (!changed) return undefined;
  const entry = await letIn({ table, now }, email, changed, { session, device });
  await endAllBut(entry?.session ?? '');
  return entry
    ? redirect(pages.account('account', 'password_changed'), entry.cookies)
    : redirect(pages.signIn({ continue: 'account' }));
}

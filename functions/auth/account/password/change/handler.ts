import { serve } from '../../../../../shared/http/serve.ts';
import { redirect } from '../../../../../shared/pages/redirect.ts';
import { audit } from '../../../../../shared/runtime/audit.ts';
import { attemptSignIn } from '../../../attempt/sign-in-attempt.ts';
import { browserOf, cookieOfSession } from '../../../browser.ts';
import * as revocation from '../../../grant/revocation.store.ts';
import * as sessions from '../../../session/session.store.ts';
import * as users from '../../../user/user.store.ts';
import { Password } from '../../../user/user.ts';
import { visitToAct } from '../../visit.ts';
import { type PasswordProblem, passwordPage } from '../password.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async (call) => {
  const visit = await visitToAct(call, 'change-password', 'password');
  if ('status' in visit) return visit;
  const { table, body, header, now, requestId } = call;
  const { session, pages } = visit;
  const { user_id } = session;
  const again = (problem: PasswordProblem) => passwordPage(visit, problem);
  if (!Password.safeParse(body.next).success) return { status: 400, body: again('unfit') };
  if (body.next !== body.repeated) return { status: 400, body: again('different') };

  const { email = '' } = (await users.find(table, user_id)) ?? {};
  const claim = { email, password: body.current, browser: browserOf(header).device };
  const verdict = await attemptSignIn(call, claim);
  if ('problem' in verdict) {
    const { problem } = verdict;
    if (problem === 'wrong') return { status: 403, body: again('wrong') };
    return { status: 429, headers: { 'Retry-After': String(problem.wait) }, body: again(problem) };
  }

  const endAllBut = async (kept: string) => {
    await sessions.endAllOfUser(table, user_id, kept);
    if (body.end_grants) await revocation.revokeAllOfUser(table, user_id, now);
  };
  // Before, so that a repeat can complete what was interrupted; and after, for most who signed in with the old password
  // meanwhile: a sign-in whose password was found right before the change, and whose session starts after it, remains.
  await endAllBut(visit.cookie);
  const changed = await users.replacePassword(table, email, verdict.signIn.password_hash, body.next);
  if (!changed) return { status: 403, body: again('wrong') };
  const cookie = await sessions.start(table, session, now);
  await endAllBut(cookie);
  audit('password_changed', { request_id: requestId, user_id });
  const cookies = [cookieOfSession(cookie, sessions.sessionLifetime)];
  return redirect(pages.account('account', 'password_changed'), cookies);
});

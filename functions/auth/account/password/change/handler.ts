import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import { toSignInResponse, verifySignIn } from '../../../authentication/sign-in-attempt.ts';
import { startSession } from '../../../authentication/start-session.ts';
import { readBrowser } from '../../../browser/browser.ts';
import type { PageUrls } from '../../../browser/page-urls.ts';
import * as revocations from '../../../grant/revocation.store.ts';
import * as identities from '../../../identity/identity.store.ts';
import { type Identity, Password } from '../../../identity/identity.ts';
import * as sessions from '../../../session/session.store.ts';
import { requireFormPost } from '../../account-context.ts';
import { type PasswordProblem, renderPasswordPage } from '../password.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const visit = await requireFormPost(call, 'change-password', 'password');
  if ('status' in visit) return visit;
  const { table, body, header } = call;
  const again = (problem: PasswordProblem) => renderPasswordPage(visit, problem);
  if (!Password.safeParse(body.next).success) return { status: 400, body: again('invalid') };
  if (body.next !== body.repeated) return { status: 400, body: again('mismatch') };

  const { email = '' } = (await identities.findProfile(table, visit.session.user_id)) ?? {};
  const { device } = readBrowser(header);
  const claim = {
    email,
    password: body.current,
    purpose: 'password_change',
    device,
  } as const;
  const verdict = await verifySignIn(call, claim);
  if ('problem' in verdict) return toSignInResponse(verdict.problem, again(verdict.problem));
  const change = { email, signIn: verdict.signIn, session: visit.cookie, device };
  return (
    (await replacePassword(call, change, visit.pages)) ?? toSignInResponse('wrong', again('wrong'))
  );
});

/** Whose password is changed, and from which session in which browser. */
interface PasswordChange {
  email: string;
  signIn: Identity;
  session: string;
  device: string;
}

/** Changes the password and ends the rest; undefined where the password was another by then. */
async function replacePassword(
  { table, body, now, requestId }: HandlerRequest<typeof endpoint>,
  { email, signIn, session, device }: PasswordChange,
  pages: PageUrls,
) {
  const subject = { request_id: requestId, user_id: signIn.user_id };
  const endAllBut = async (kept: string) => {
    await sessions.endAllOfUser(table, signIn.user_id, kept);
    if (!body.end_grants) return;
    for (const client_id of await revocations.revokeAllOfUser(table, signIn.user_id, now))
      audit('consent_withdrawn', { ...subject, client_id });
  };
  // Before, so that a repeat can complete what was interrupted; and after, for what was under way (decision record 9).
  await endAllBut(session);
  const changed = await identities.replacePassword(table, email, signIn, body.next);
  audit(changed ? 'password_changed' : 'password_change_failed', subject);
  if (!changed) return undefined;
  const entry = await startSession({ table, now }, email, changed, { session, device });
  await endAllBut(entry?.session ?? '');
  return entry
    ? redirect(pages.account('account', 'password_changed'), entry.cookies)
    : redirect(pages.signIn({ continue: 'account' }));
}

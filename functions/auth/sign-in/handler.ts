import {
  type Browser,
  identifyBrowser,
  readBrowser,
} from '#functions/auth/browser/browser.ts';
import { getFormToken, requireFormToken } from '#functions/auth/browser/form.ts';
import { takeNotice } from '#functions/auth/browser/notice.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { cancelErasure } from '#functions/auth/identity/cancel-erasure.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { mustAskForConsent } from '#functions/auth/identity/processing.ts';
import { readLanguage, readLocale } from '#functions/auth/language/language.ts';
import { findSignedInUser } from '#functions/auth/signed-in/signed-in-user.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { type Language, toLanguage } from '#shared/pages/language.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { type Destination, loadDestination } from './destination.ts';
import endpoints from './endpoints.ts';
import { renderKeptPage, renderSignInPage } from './sign-in.page.ts';
import { getFormBinding, getSignInHelp, getTarget } from './sign-in.ts';
import { describeRefusal, type SignInProblem, verifySignIn } from './sign-in-attempt.ts';
import { type NewSession, startSession } from './start-session.ts';

const showSignIn = serve(endpoints.show, pageDependencies, async (request) => {
  const { query, header } = request;
  const language = readLanguage(header);
  const { browser, cookies } = identifyBrowser(header);
  const { notice, cookies: noticeCookies } = takeNotice(header, 'sign-in');
  const destination = await loadDestination(request, browser.secret, language);
  const isPageOfAccount = query.continue !== undefined && notice === undefined;
  if (isPageOfAccount && (await hasSignedIn(request, browser)))
    return redirect(destination.url);
  const body = renderSignInPage({
    language,
    service: request.settings.service,
    target: getTarget(query),
    destination: destination.label,
    pages: getPageUrls(request.baseUrls, request.version),
    form_token: getFormToken(browser, getFormBinding(query)),
    help: getSignInHelp(request),
    notice,
  });
  return {
    status: 200,
    headers: getPageHeaders(destination.formTarget),
    cookies: [...cookies, ...noticeCookies],
    body,
  };
});

/**
 * Returns whether a person has signed in meanwhile, e.g. in another tab. Only another sign-in
 * cancels the deletion of their account, as the mail about it says.
 */
async function hasSignedIn(
  request: HandlerRequest<typeof endpoints.show>,
  { sessionToken }: Browser,
): Promise<boolean> {
  const user = await findSignedInUser(request, sessionToken);
  const erasure = user && (await erasures.find(request.table, user.profile.id));
  return user !== undefined && erasure?.state !== 'scheduled';
}

type SignInRequest = HandlerRequest<typeof endpoints.submit>;

const submitSignIn = serve(endpoints.submit, pageDependencies, async (request) => {
  const { query, header } = request;
  requireFormToken(request, getFormBinding(query));

  const locale = readLocale(header);
  const language = toLanguage(locale);
  const { secret } = readBrowser(header);
  const destination = await loadDestination(request, secret, language);
  const signIn = await signInUser(request, destination);
  if (!signIn.ok) return showPageAgain(request, destination, language, signIn.error);

  const { user_id, cookies } = signIn.value;
  const pages = getPageUrls(request.baseUrls, request.version);
  const [erasure, profile] = await Promise.all([
    cancelErasure(request, user_id, locale),
    identities.findProfile(request.table, user_id),
  ]);
  // Not on the way to an application, which would be another question in between.
  const { continue: page } = query;
  const asksForConsent = page && profile && mustAskForConsent(profile);
  const url = asksForConsent ? pages.askForConsent(page) : destination.url;
  if (!erasure) return redirect(url, cookies);

  const body = renderKeptPage({
    service: request.settings.service,
    locale,
    pages,
    erasure,
    url,
  });
  return { status: 200, cookies, body };
});

type StartedSession = NewSession & { user_id: string };

/**
 * Verifies the password and starts a session. If the password changes or the user is disabled
 * meanwhile, fails as for a wrong password.
 */
async function signInUser(
  request: SignInRequest,
  { client_id }: Destination,
): Promise<Result<StartedSession, SignInProblem>> {
  const { email, password } = request.body;
  const browser = readBrowser(request.header);
  const attempt = { email, password, purpose: 'sign_in', client_id } as const;
  const verified = await verifySignIn(request, attempt);
  if (!verified.ok) return verified;

  const mailLanguage = readLocale(request.header);
  const session = await startSession(request, verified.value, {
    ...browser,
    mailLanguage,
    staysSignedIn: request.body.stay_signed_in !== '',
  });
  const { user_id } = verified.value;
  const auditFields = { request_id: request.requestId, client_id, user_id };
  audit(session ? 'sign_in_succeeded' : 'sign_in_failed', auditFields);
  return session ? success({ ...session, user_id }) : failure('wrong');
}

function showPageAgain(
  request: SignInRequest,
  { label, formTarget }: Destination,
  language: Language,
  problem: SignInProblem,
) {
  const { form_token, email, stay_signed_in } = request.body;
  const help = getSignInHelp(request);
  const page = renderSignInPage({
    language,
    service: request.settings.service,
    target: getTarget(request.query),
    destination: label,
    pages: getPageUrls(request.baseUrls, request.version),
    form_token,
    help,
    email,
    staysSignedIn: stay_signed_in !== '',
    problem,
  });
  return { ...describeRefusal(problem, getPageHeaders(formTarget)), body: page };
}

/** Serves the sign-in page and its form. */
export const handler = serveEach(endpoints, {
  show: showSignIn,
  submit: submitSignIn,
});

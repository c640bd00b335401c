import { findNoticeText } from '#functions/auth/browser/notice.ts';
import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import type { Erasure } from '#functions/auth/identity/erasure.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { type Html, html } from '#shared/html/html.ts';
import { invalidAttributes } from '#shared/pages/form.ts';
import {
  formatLongTime,
  formatWait,
  type Language,
  type Locale,
  toLanguage,
} from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { renderAlert, renderStatus } from '#shared/pages/notice.ts';
import { type SignInTexts, signInTexts } from './sign-in.texts.ts';
import type { SignInProblem } from './sign-in-attempt.ts';

export interface SignInPageProps {
  language: Language;
  /** What the operator says about the service. */
  service: ServiceIdentity;
  /** The text about the page that the person continues to. */
  destination: Html;
  form_token: string;
  help: SignInHelp;
  /** The email that the person entered. */
  email?: string;
  /** Whether the person has ticked the box to stay signed in. */
  staysSignedIn?: boolean;
  /** Why the last attempt failed. */
  problem?: SignInProblem;
  /** The name of the text about the page that redirected to this one. */
  notice?: string | undefined;
}

/** The URLs of pages for people without an account or password. Pages can be unavailable. */
export interface SignInHelp {
  signUp: string | undefined;
  passwordReset: string | undefined;
}

/** Returns what a page says about a problem of a form: a named text, or how long to wait. */
export function describeProblem<Name extends string>(
  problem: Name | { retryAfter: number },
  texts: Readonly<Record<Name, string>>,
  language: Language,
): string {
  if (typeof problem === 'string') return texts[problem];
  const wait = formatWait(problem.retryAfter, language);
  return signInTexts[language].tooManyAttempts(wait);
}

function renderHelp({ signUp, passwordReset }: SignInHelp, labels: SignInTexts): Html {
  const renderLink = (url: string | undefined, label: string) =>
    url && html`<p class="muted"><a href="${url}">${label}</a></p>\n`;
  const passwordResetLink = renderLink(passwordReset, labels.passwordReset);
  return html`${passwordResetLink}${renderLink(signUp, labels.signUp)}`;
}

/** Renders the sign-in page. Its form posts to the page itself. */
export function renderSignInPage({
  language,
  service,
  destination,
  form_token,
  help,
  email = '',
  staysSignedIn = false,
  problem,
  notice,
}: SignInPageProps): string {
  const labels = signInTexts[language];
  const invalidField = problem === 'wrong' && invalidAttributes;
  const confirmation = findNoticeText(labels.notices, notice);
  const alert =
    problem && renderAlert(describeProblem(problem, labels.problems, language));
  return renderPage({
    title: labels.title,
    language,
    shell: { service },
    hasProblem: problem !== undefined,
    body: html`<h1>${labels.title}</h1>
<p class="muted">${destination}</p>
${confirmation && renderStatus(confirmation)}${alert}<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<label for="email">${labels.email}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254"
value="${email}" required${invalidField}>
<label for="password">${labels.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password"
required${invalidField}>
<label class="checkbox">
<input name="stay_signed_in" type="checkbox" value="yes" aria-describedby="stay-hint"
${staysSignedIn && html` checked`}>
${labels.staySignedIn}
</label>
<p class="muted" id="stay-hint">${labels.staySignedInHint}</p>
<button>${labels.submit}</button>
</form>
${renderHelp(help, labels)}`,
  });
}

interface KeptPageProps {
  service: ServiceIdentity;
  locale: Locale;
  pages: PageUrls;
  erasure: Erasure;
  /** The page that the person signed in for. */
  url: string;
}

/** Renders the page that says that the sign-in has cancelled the deletion of the account. */
export function renderKeptPage({
  service,
  locale,
  pages,
  erasure,
  url,
}: KeptPageProps): string {
  const language = toLanguage(locale);
  const labels = signInTexts[language].kept;
  const time = formatLongTime(erasure.due_datetime, locale);
  return renderPage({
    title: labels.title,
    language,
    shell: { service },
    body: html`<h1>${labels.title}</h1>
<p>${labels.text(time)}</p>
<p><a href="${url}">${labels.continue}</a></p>
<p class="muted"><a href="${pages.account('deletion')}">${labels.deleteAnyway}</a></p>`,
  });
}

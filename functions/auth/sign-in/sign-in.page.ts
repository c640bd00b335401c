import { findNoticeText } from '#functions/auth/browser/notice.ts';
import type { PageUrls, SignInTarget } from '#functions/auth/browser/page-urls.ts';
import type { Erasure } from '#functions/auth/identity/erasure.ts';
import { listLanguageLinks } from '#functions/auth/language/language.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderButton,
  renderCheckbox,
  renderField,
  renderForm,
} from '#shared/pages/form.ts';
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
  /** The operator's texts about the service. */
  service: ServiceIdentity;
  target: SignInTarget;
  /** The text about the page that the person continues to. */
  destination: Html;
  pages: PageUrls;
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
  target,
  destination,
  pages,
  form_token,
  help,
  email = '',
  staysSignedIn = false,
  problem,
  notice,
}: SignInPageProps): string {
  const labels = signInTexts[language];
  const isInvalid = problem === 'wrong';
  const emailField = renderField({
    id: 'email',
    label: labels.email,
    type: 'email',
    value: email,
    isInvalid,
    attributes: { autocomplete: 'username', maxlength: 254, required: true },
  });
  const passwordField = renderField({
    id: 'password',
    label: labels.password,
    type: 'password',
    isInvalid,
    attributes: { autocomplete: 'current-password', required: true },
  });
  const submit = renderButton({ label: labels.submit });
  const staySignedIn = renderCheckbox({
    id: 'stay_signed_in',
    label: labels.staySignedIn,
    isChecked: staysSignedIn,
    describedBy: 'stay-hint',
  });
  const stayHint = html`<p class="muted" id="stay-hint">${labels.staySignedInHint}</p>\n`;
  const form = renderForm({
    form_token,
    action: pages.signIn(target),
    body: [emailField, passwordField, staySignedIn, stayHint, submit],
  });
  const noticeText = findNoticeText(labels.notices, notice);
  const hasFailed = notice === 'not_saved' && problem === undefined;
  const renderNotice = hasFailed ? renderAlert : renderStatus;
  const alert =
    problem && renderAlert(describeProblem(problem, labels.problems, language));
  return renderPage({
    title: labels.title,
    language,
    shell: { service, languages: listLanguageLinks(pages, language) },
    hasProblem: problem !== undefined || hasFailed,
    body: html`<h1>${labels.title}</h1>
<p class="muted">${destination}</p>
${noticeText && renderNotice(noticeText)}${alert}${form}${renderHelp(help, labels)}`,
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

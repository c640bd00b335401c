import type { AccountContext } from '#functions/account/account-context.ts';
import type { NewPasswordProblem } from '#functions/auth/identity/new-user.ts';
import type { SignInProblem } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { html } from '#shared/html/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { invalidAttributes, renderAlert, renderPage } from '#shared/pages/layout.ts';

/**
 * Why a password was not changed: the current password is wrong, there were too many attempts, or
 * the new password is rejected.
 */
export type PasswordProblem = SignInProblem | NewPasswordProblem;

function getMessage(problem: PasswordProblem, { password, signIn }: Texts): string {
  if (typeof problem === 'string') return password.problems[problem];
  return signIn.tooManyAttempts(Math.ceil(problem.retryAfter / 60));
}

interface PasswordPageProps {
  /** The email with which password managers store the password. */
  email: string;
  /** Why an attempt failed. */
  problem?: PasswordProblem;
}

/** Renders the page to change the password. */
export function renderPasswordPage(
  { texts, pages, getFormToken }: AccountContext,
  { email, problem }: PasswordPageProps,
): string {
  const { password: labels, account, tag: language } = texts;
  const currentAttributes = problem === 'wrong' && invalidAttributes;
  const isNewRejected = problem === 'invalid' || problem === 'common';
  const nextAttributes = isNewRejected
    ? invalidAttributes
    : html` aria-describedby="hint"`;
  const repeatedAttributes = problem === 'mismatch' && invalidAttributes;
  return renderPage({
    title: problem ? labels.errorTitle : labels.title,
    language,
    body: html`<p class="muted"><a href="${pages.account('account')}">${account.title}</a></p>
<h1>${labels.title}</h1>
${problem && renderAlert(getMessage(problem, texts))}<form method="post">
<input type="hidden" name="form_token" value="${getFormToken('change-password')}">
<label for="email">${texts.signIn.email}</label>
<input id="email" type="email" autocomplete="username" value="${email}" readonly>
<label for="current">${labels.current}</label>
<input id="current" name="current" type="password" autocomplete="current-password"
required${currentAttributes}>
<label for="next">${labels.next}</label>
<p class="muted" id="hint">${labels.hint}</p>
<input id="next" name="next" type="password" autocomplete="new-password" minlength="8"
required${nextAttributes}>
<label for="repeated">${labels.confirm}</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password"
required${repeatedAttributes}>
<label class="checkbox">
<input name="end_grants" type="checkbox" value="yes">
${labels.revokeApplications}
</label>
<button>${labels.submit}</button>
</form>`,
  });
}

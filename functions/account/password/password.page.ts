import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import type { NewPasswordProblem } from '#functions/auth/identity/new-user.ts';
import { describeProblem } from '#functions/auth/sign-in/sign-in.page.ts';
import { signInTexts } from '#functions/auth/sign-in/sign-in.texts.ts';
import type { SignInProblem } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { html } from '#shared/html/html.ts';
import { invalidAttributes } from '#shared/pages/form.ts';
import { passwordTexts } from './password.texts.ts';

/**
 * Why a password was not changed: the current password is wrong, there were too many attempts, or
 * the new password is rejected.
 */
type PasswordProblem = SignInProblem | NewPasswordProblem;

interface PasswordPageProps {
  /** The email with which password managers store the password. */
  email: string;
  /** Why an attempt failed. */
  problem?: PasswordProblem;
}

/** Renders the page to change the password. */
export function renderPasswordPage(
  account: AccountContext,
  { email, problem }: PasswordPageProps,
): string {
  const { language, form_token } = account;
  const labels = passwordTexts[language];
  const currentAttributes = problem === 'wrong' && invalidAttributes;
  const isNewRejected = problem === 'invalid' || problem === 'common';
  const nextAttributes = isNewRejected
    ? invalidAttributes
    : html` aria-describedby="hint"`;
  const repeatedAttributes = problem === 'mismatch' && invalidAttributes;
  return renderAccountPage(account, {
    title: labels.title,
    problem: problem && describeProblem(problem, labels.problems, language),
    body: html`<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<label for="email">${signInTexts[language].email}</label>
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

import { html } from '#shared/html/html.ts';
import { renderAlert, renderPage } from '#shared/pages/layout.ts';
import type { AttemptProblem } from '../../rate-limit/sign-in-attempt.ts';
import type { Visit } from '../account-context.ts';

/** Why a password was not changed. */
export type PasswordProblem = AttemptProblem | 'unfit' | 'different';

/** The page on which a person changes their password; `problem` after an attempt that did not succeed. */
export function renderPasswordPage(
  { texts, pages, formToken }: Visit,
  problem?: PasswordProblem,
): string {
  const { password: words, account, signIn, tag: language } = texts;
  const invalid = (...of: PasswordProblem[]) =>
    problem !== undefined &&
    of.includes(problem) &&
    html` aria-invalid="true" aria-describedby="problem"`;
  const sentence = (of: PasswordProblem) =>
    typeof of === 'string' ? words.problems[of] : signIn.limited(Math.ceil(of.wait / 60));
  return renderPage({
    title: problem ? words.failedTitle : words.title,
    language,
    body: html`<p class="quiet"><a href="${pages.account('account')}">${account.title}</a></p>
<h1>${words.title}</h1>
${problem && renderAlert(sentence(problem))}<form method="post">
<input type="hidden" name="form_token" value="${formToken('change-password')}">
<label for="current">${words.current}</label>
<input id="current" name="current" type="password" autocomplete="current-password" required${invalid('wrong')}>
<label for="next">${words.next}</label>
<p class="quiet" id="rule">${words.rule}</p>
<input id="next" name="next" type="password" autocomplete="new-password" minlength="8" required${invalid('unfit') || html` aria-describedby="rule"`}>
<label for="repeated">${words.repeated}</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required${invalid('different')}>
<label class="choice"><input name="end_grants" type="checkbox" value="yes"> ${words.end_grants}</label>
<button>${words.submit}</button>
</form>`,
  });
}

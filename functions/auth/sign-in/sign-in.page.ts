import { type Html, html } from '#shared/html/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { renderAlert, renderPage, renderStatus } from '#shared/pages/layout.ts';
import type { AttemptProblem } from '../rate-limit/sign-in-attempt.ts';

/** What the sign-in page shows; `problem` after an attempt that did not succeed. */
export interface SignInPageProps {
  texts: Texts;
  /** To what the person goes on. */
  destination: Html;
  form_token: string;
  problem?: AttemptProblem;
  signedOut?: boolean;
}

/** The page on which a person signs in. Its form goes to its own address. */
export function renderSignInPage({
  texts,
  destination,
  form_token,
  problem,
  signedOut,
}: SignInPageProps): string {
  const { signIn: words, tag: language } = texts;
  const invalid = problem === 'wrong' && html` aria-invalid="true" aria-describedby="problem"`;
  return renderPage({
    title: problem ? words.failedTitle : words.title,
    language,
    body: html`<h1>${words.title}</h1>
${signedOut && renderStatus(words.signedOut)}<p class="quiet">${destination}</p>
${problem && renderAlert(problem === 'wrong' ? words.failed : words.limited(Math.ceil(problem.wait / 60)))}<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<label for="email">${words.email}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required${invalid}>
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${invalid}>
<button>${words.submit}</button>
</form>`,
  });
}

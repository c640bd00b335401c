import { type Html, html } from '#shared/pages/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { alarm, layout, note } from '#shared/pages/layout.ts';
import type { AttemptProblem } from '../rate-limit/sign-in-attempt.ts';

/** What the sign-in page shows; `problem` after an attempt that did not succeed. */
export interface SignInPage {
  texts: Texts;
  /** To what the person goes on. */
  destination: Html;
  form_token: string;
  problem?: AttemptProblem;
  signedOut?: boolean;
}

/** The page on which a person signs in. Its form goes to its own address. */
export function signInPage({
  texts,
  destination,
  form_token,
  problem,
  signedOut,
}: SignInPage): string {
  const { signIn: words, tag: language } = texts;
  const invalid = problem === 'wrong' && html` aria-invalid="true" aria-describedby="problem"`;
  return layout({
    title: problem ? words.failedTitle : words.title,
    language,
    body: html`<h1>${words.title}</h1>
${signedOut && note(words.signedOut)}<p class="quiet">${destination}</p>
${problem && alarm(problem === 'wrong' ? words.failed : words.limited(Math.ceil(problem.wait / 60)))}<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<label for="email">${words.email}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required${invalid}>
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${invalid}>
<button>${words.submit}</button>
</form>`,
  });
}

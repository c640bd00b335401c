import { html } from '../../../shared/pages/html.ts';
import { layout } from '../../../shared/pages/layout.ts';

/** Why an attempt did not succeed: who does not know the password learns nothing about the account. */
export type SignInProblem = 'wrong' | { wait: number };

function sentenceOf(problem: SignInProblem): string {
  if (problem === 'wrong') return 'The e-mail or the password is not right.';
  const minutes = Math.ceil(problem.wait / 60);
  return `There were too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

/** What the sign-in page shows; `problem` after an attempt that did not succeed. */
export interface SignInPage {
  application_name: string;
  form_token: string;
  problem?: SignInProblem;
}

/** The page on which a person signs in. Its form goes to its own address. */
export function signInPage({ application_name, form_token, problem }: SignInPage): string {
  const invalid = problem === 'wrong' && html` aria-invalid="true" aria-describedby="problem"`;
  return layout({
    title: problem ? 'Error: Sign in' : 'Sign in',
    body: html`<h1>Sign in</h1>
<p class="quiet">to continue to <strong>${application_name}</strong></p>
${problem && html`<p class="alarm" id="problem" role="alert" tabindex="-1" autofocus>${sentenceOf(problem)}</p>`}
<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required${invalid}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${invalid}>
<button>Sign in</button>
</form>`,
  });
}

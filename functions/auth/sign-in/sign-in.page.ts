import { html } from '../../../shared/pages/html.ts';
import { layout } from '../../../shared/pages/layout.ts';

/** What the page says, whatever was wrong: who does not know the password learns nothing about the account. */
const problem = 'The e-mail or the password is not right.';

/** What the sign-in page shows; `failed` after an attempt that did not succeed. */
export interface SignInPage {
  application_name: string;
  form_token: string;
  failed: boolean;
}

/** The page on which a person signs in. Its form goes to its own address. */
export function signInPage({ application_name, form_token, failed }: SignInPage): string {
  const invalid = failed && html` aria-invalid="true" aria-describedby="problem"`;
  return layout({
    title: failed ? 'Error: Sign in' : 'Sign in',
    body: html`<h1>Sign in</h1>
<p class="quiet">to continue to <strong>${application_name}</strong></p>
${failed && html`<p class="alarm" id="problem" role="alert" tabindex="-1" autofocus>${problem}</p>`}
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

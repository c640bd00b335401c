import { html } from '../../../shared/pages/html.ts';
import { layout } from '../../../shared/pages/layout.ts';
import type { AuthorizationRequest } from '../authorization-request/authorization-request.ts';

/** What the consent page shows. */
export interface ConsentPage {
  request: AuthorizationRequest;
  username: string;
  form_token: string;
  /** Where somebody else can sign in. */
  signInAddress: string;
}

/** Where the browser goes with the answer, as a person can recognise it. */
function recipientOf({ redirect_uri, application_name }: AuthorizationRequest): string {
  const { protocol, host } = new URL(redirect_uri);
  return protocol === 'https:' || protocol === 'http:' ? host : `the app ${application_name}`;
}

/** The page on which a signed-in person decides. Its form goes to its own address. */
export function consentPage({ request, username, form_token, signInAddress }: ConsentPage): string {
  const title = `Allow ${request.application_name} to use your fitness data?`;
  return layout({
    title,
    body: html`<h1>${title}</h1>
<p class="quiet">You are signed in as <strong>${username}</strong>. <a href="${signInAddress}">Use another account</a></p>
<p>If you allow it, <strong>${request.application_name}</strong> can, in your name:</p>
<ul>
<li>see your name and your e-mail</li>
<li>see and change your diary, your devices and your connections</li>
<li>add pictures to your activities</li>
</ul>
<p class="quiet">It does not learn your password. You go back to <strong>${recipientOf(request)}</strong>.</p>
<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<button name="decision" value="allow">Allow</button>
<button class="second" name="decision" value="refuse">Do not allow</button>
</form>`,
  });
}

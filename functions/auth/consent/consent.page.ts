import { html } from '#shared/html/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { renderPage } from '#shared/pages/layout.ts';
import type { AuthorizationRequest } from '../authorization-request/authorization-request.ts';
import type { Pages } from '../pages.ts';

/** What the consent page shows. */
export interface ConsentPageProps {
  texts: Texts;
  request: AuthorizationRequest;
  username: string;
  form_token: string;
  pages: Pages;
}

/** Where the browser goes with the answer, as a person can recognise it. */
function recipientOf(
  { redirect_uri, application_name }: AuthorizationRequest,
  words: Texts['consent'],
) {
  const { protocol, host } = new URL(redirect_uri);
  return protocol === 'https:' || protocol === 'http:' ? host : words.app(application_name);
}

/** The page on which a signed-in person decides. Its form goes to its own address. */
export function renderConsentPage({
  texts,
  request,
  username,
  form_token,
  pages,
}: ConsentPageProps): string {
  const { consent: words, tag: language } = texts;
  const title = words.title(request.application_name);
  const signIn = pages.signIn({ request: request.id });
  return renderPage({
    title,
    language,
    body: html`<h1>${title}</h1>
<p class="quiet">${words.signedInAs(username)} <a href="${signIn}">${words.anotherAccount}</a></p>
<p>${words.ifAllowed(request.application_name)}</p>
<ul>
${words.permissions.map((permission) => html`<li>${permission}</li>\n`)}</ul>
<p class="quiet">${words.goingBack(recipientOf(request, words))}</p>
<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<button name="decision" value="allow">${words.allow}</button>
<button class="second" name="decision" value="refuse">${words.refuse}</button>
</form>`,
  });
}

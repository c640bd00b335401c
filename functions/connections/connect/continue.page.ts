import { getConnectionTexts } from '#functions/connections/languages/connection-languages.ts';
import { html } from '#shared/html/html.ts';
import { renderPage } from '#shared/pages/layout.ts';
import type { ConnectContext } from './connect-context.ts';

interface ContinuePageProps {
  form_token: string;
  switchAccountUrl: string;
}

/**
 * Renders the page that names the provider and the account, and asks to continue. Its form posts to
 * the page itself.
 */
export function renderContinuePage(
  { connectRequest, provider, session, texts }: ConnectContext,
  { form_token, switchAccountUrl }: ContinuePageProps,
): string {
  const { connection: labels } = getConnectionTexts(texts);
  const { consent, tag: language } = texts;
  const title = labels.title(provider);
  const { client } = connectRequest;
  const requestedBy =
    client && html`<p>${labels.requestedBy(client.application_name, provider)}</p>\n`;
  return renderPage({
    title,
    language,
    body: html`<h1>${title}</h1>
<p class="muted">${consent.signedInAs(session.username)}
<a href="${switchAccountUrl}">${consent.switchAccount}</a></p>
${requestedBy}<p>${labels.purpose(provider)}</p>
<p class="muted">${labels.notice(provider)}</p>
<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<button name="decision" value="continue">${labels.continue}</button>
<button class="secondary" name="decision" value="cancel">${labels.cancel}</button>
</form>`,
  });
}

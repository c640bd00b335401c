import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import { type Html, html } from '#shared/html/html.ts';
import { formatLongDate } from '#shared/pages/language.ts';
import { applicationsTexts } from './applications.texts.ts';
import type { ConnectedClient } from './connected-client.ts';

/** Renders the page that lists the applications with access. Its forms post to the page itself. */
export function renderApplicationsPage(
  applications: readonly ConnectedClient[],
  account: AccountContext,
  notice: 'access_removed' | undefined,
): string {
  const labels = applicationsTexts[account.language];
  return renderAccountPage(account, {
    title: labels.title,
    notice: notice && labels.notices[notice],
    body: html`<p>${applications.length > 0 ? labels.intro : labels.empty}</p>
${applications.map((application) => renderApplication(application, account))}`,
  });
}

function renderApplication(
  { client_id, name, since, last_used_on }: ConnectedClient,
  { language, form_token }: AccountContext,
): Html {
  const labels = applicationsTexts[language];
  const lastUsed = last_used_on && formatLongDate(last_used_on, language);
  return html`<section class="card">
<h2>${name}</h2>
<dl>
<dt>${labels.accessSince}</dt><dd>${formatLongDate(since, language)}</dd>
<dt>${labels.lastUsed}</dt><dd>${lastUsed ?? labels.neverUsed}</dd>
</dl>
<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<input type="hidden" name="client_id" value="${client_id}">
<button class="secondary" aria-label="${labels.revokeLabel(name)}">${labels.revoke}</button>
</form>
</section>
`;
}

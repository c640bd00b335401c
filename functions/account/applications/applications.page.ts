import type { AccountContext } from '#functions/account/account-context.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderPage, renderStatus } from '#shared/pages/layout.ts';
import type { ConnectedClient } from './connected-client.ts';

function renderApplication(
  { client_id, name, since, last_used_on }: ConnectedClient,
  { texts, getFormToken }: AccountContext,
): Html {
  const { applications: labels, formatDate } = texts;
  const lastUsed =
    last_used_on === undefined ? labels.neverUsed : formatDate(last_used_on);
  return html`<section class="card">
<h2>${name}</h2>
<dl>
<dt>${labels.accessSince}</dt><dd>${formatDate(since)}</dd>
<dt>${labels.lastUsed}</dt><dd>${lastUsed}</dd>
</dl>
<form method="post">
<input type="hidden" name="form_token" value="${getFormToken('remove')}">
<input type="hidden" name="client_id" value="${client_id}">
<button class="secondary" aria-label="${labels.revokeLabel(name)}">${labels.revoke}</button>
</form>
</section>
`;
}

/** Renders the page that lists the applications with access. Its forms post to the page itself. */
export function renderApplicationsPage(
  applications: readonly ConnectedClient[],
  context: AccountContext,
  { isRevoked }: { isRevoked: boolean },
): string {
  const { texts, pages } = context;
  const { applications: labels, account, tag: language } = texts;
  const confirmation = isRevoked && renderStatus(labels.revoked);
  const intro = applications.length > 0 ? labels.intro : labels.empty;
  return renderPage({
    title: labels.title,
    language,
    body: html`<p class="muted"><a href="${pages.account('account')}">${account.title}</a></p>
<h1>${labels.title}</h1>
${confirmation}<p>${intro}</p>
${applications.map((application) => renderApplication(application, context))}`,
  });
}

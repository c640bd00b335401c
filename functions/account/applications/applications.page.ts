import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import { type Grant, isLive } from '#functions/auth/grant/grant.ts';
import { type Html, html } from '#shared/html/html.ts';
import { formatLongDate } from '#shared/pages/language.ts';
import { compact } from '#shared/runtime/compact.ts';
import { applicationsTexts } from './applications.texts.ts';

/** Renders the page that lists the applications with access. Its forms post to the page itself. */
export function renderApplicationsPage(
  applications: readonly ConnectedClient[],
  account: AccountContext,
): string {
  const labels = applicationsTexts[account.language];
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    body: html`<p>${applications.length > 0 ? labels.intro : labels.empty}</p>
${applications.map((application) => renderApplication(application, account))}`,
  });
}

function renderApplication(
  { client_id, name, since, last_used_on }: ConnectedClient,
  { language, locale, form_token }: AccountContext,
): Html {
  const labels = applicationsTexts[language];
  const lastUsed = last_used_on && formatLongDate(last_used_on, locale);
  return html`<section class="card">
<h2>${name}</h2>
<dl>
<dt>${labels.accessSince}</dt><dd>${formatLongDate(since, locale)}</dd>
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

/** A client with access to a user's data, however many grants it has. */
export interface ConnectedClient {
  client_id: string;
  name: string;
  /** The day (UTC) of the oldest live grant. */
  since: string;
  /** The day (UTC) of the last use. Undefined if the client has not used its access. */
  last_used_on?: string;
}

/** Lists the clients to which a user's grants give access. Expects grants in creation order. */
export function listConnectedClients(
  grants: readonly Grant[],
  now: Date,
): ConnectedClient[] {
  const liveGrants = grants.filter((grant) => isLive(grant, now));
  const grantsByClient = Map.groupBy(liveGrants, ({ client_id }) => client_id);
  return [...grantsByClient.values()].map(toConnectedClient);
}

/** Summarizes the grants of one client. `grants` is not empty, although its type allows that. */
function toConnectedClient(grants: Grant[]): ConnectedClient {
  const [oldest] = grants;
  const newest = grants.at(-1);
  const daysOfUse = grants.flatMap(({ last_used_on }) => last_used_on ?? []);
  return compact({
    client_id: oldest?.client_id ?? '',
    name: newest?.application_name ?? '',
    since: oldest?.created_datetime.slice(0, 10) ?? '',
    last_used_on: daysOfUse.sort().at(-1),
  });
}

import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import type { RemoteConnection } from '#functions/connections/connection/remote-connection.ts';
import { type Html, html } from '#shared/html/html.ts';
import { formatLongDate } from '#shared/pages/language.ts';
import { renderDangerousForm } from '#shared/pages/layout.ts';
import { type ConnectionsTexts, connectionsTexts } from './connections.texts.ts';

/** The name of a text with which the page confirms a change. */
export type ConnectionsNotice = keyof ConnectionsTexts['notices'];

/** A provider to which the user can connect, or connect again. */
export interface ConnectableType {
  type: string;
  name: string;
  /** The page that starts the connection. */
  url: string;
}

interface ConnectionsPageProps {
  connections: readonly RemoteConnection[];
  connectable: readonly ConnectableType[];
  /** Returns the display name of a type. */
  getName(type: string): string;
}

/** Renders the page of the connections to providers. Its forms post to the page itself. */
export function renderConnectionsPage(
  account: AccountContext,
  props: ConnectionsPageProps,
): string {
  const labels = connectionsTexts[account.language];
  const { connections, connectable } = props;
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    body: html`<p>${connections.length > 0 ? labels.intro : labels.empty}</p>
${connections.map((connection) => renderConnection(connection, account, props))}
${connectable.length > 0 && renderConnectable(connectable, labels.connectIntro)}`,
  });
}

function renderConnectable(types: readonly ConnectableType[], heading: string): Html {
  const items = types.map(
    ({ name, url }) => html`<li><a href="${url}">${name}</a></li>\n`,
  );
  return html`<h2>${heading}</h2>
<ul class="menu">
${items}</ul>`;
}

function renderConnection(
  connection: RemoteConnection,
  account: AccountContext,
  { connectable, getName }: ConnectionsPageProps,
): Html {
  const { type, status = 'connected', last_sync_time } = connection;
  const { language, locale } = account;
  const labels = connectionsTexts[language];
  const name = getName(type);
  const connectableType = connectable.find((candidate) => candidate.type === type);
  const lastSync =
    last_sync_time === undefined
      ? labels.neverSynced
      : formatLongDate(last_sync_time.slice(0, 10), locale);
  const mustReconnect = status === 'reauthorization_required';
  const canSync = connectableType !== undefined && !mustReconnect;
  const reconnect =
    mustReconnect &&
    connectableType &&
    renderReconnect(connectableType, labels.reconnect(name));
  return html`<section class="card">
<h2>${name}</h2>
<dl>
<dt>${labels.status}</dt><dd>${labels.statuses[status](name)}</dd>
<dt>${labels.lastSync}</dt><dd>${lastSync}</dd>
</dl>
${reconnect}
${renderForm({ ...connection, canSync }, name, account)}
${renderDeletion(connection, name, account)}</section>
`;
}

function renderReconnect({ url }: ConnectableType, label: string): Html {
  return html`<p><a href="${url}">${label}</a></p>`;
}

/** Renders the buttons that delete nothing. Omits the button for a sync unless `canSync`. */
function renderForm(
  { id, canSync }: RemoteConnection & { canSync: boolean },
  name: string,
  { language, form_token }: AccountContext,
): Html {
  const labels = connectionsTexts[language];
  const syncButton =
    canSync &&
    html`<button name="action" value="sync"
aria-label="${labels.syncNowLabel(name)}">${labels.syncNow}</button>\n`;
  return html`<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<input type="hidden" name="connection" value="${id}">
${syncButton}<button class="secondary" name="action" value="disconnect"
aria-label="${labels.disconnectLabel(name)}">${labels.disconnect}</button>
</form>`;
}

function renderDeletion(
  { id }: RemoteConnection,
  name: string,
  { language, form_token }: AccountContext,
): Html {
  const labels = connectionsTexts[language];
  return renderDangerousForm({
    summary: labels.deleteWorkouts(name),
    form: html`<p>${labels.deletionHint}</p>
<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<input type="hidden" name="connection" value="${id}">
<button class="danger" name="action" value="disconnect_and_delete"
aria-label="${labels.disconnectAndDeleteLabel(name)}">${labels.disconnectAndDelete}</button>
</form>`,
  });
}

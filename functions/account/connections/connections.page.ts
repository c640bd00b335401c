import type { AccountContext } from '#functions/account/account-context.ts';
import type { RemoteConnection } from '#functions/connections/connection/remote-connection.ts';
import { getConnectionTexts } from '#functions/connections/languages/connection-languages.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderPage, renderStatus } from '#shared/pages/layout.ts';

/** The message that the page shows after a form was posted. */
export type ConnectionsNotice =
  | 'connection_removed'
  | 'connection_and_workouts_removed'
  | 'connection_not_found'
  | 'sync_requested'
  | 'sync_too_soon';

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
  notice: ConnectionsNotice | undefined;
  /** Returns the display name of a type. */
  getName(type: string): string;
}

/** Renders the page of the connections to providers. Its forms post to the page itself. */
export function renderConnectionsPage(
  context: AccountContext,
  props: ConnectionsPageProps,
): string {
  const { texts, pages } = context;
  const { connections: labels } = getConnectionTexts(texts);
  const { account, tag: language } = texts;
  const { connections, connectable, notice } = props;
  const confirmation = notice && renderStatus(labels.notices[notice]);
  const intro = connections.length > 0 ? labels.intro : labels.empty;
  return renderPage({
    title: labels.title,
    language,
    body: html`<p class="muted"><a href="${pages.account('account')}">${account.title}</a></p>
<h1>${labels.title}</h1>
${confirmation}<p>${intro}</p>
${connections.map((connection) => renderConnection(connection, context, props))}
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
  context: AccountContext,
  { connectable, getName }: ConnectionsPageProps,
): Html {
  const { type, status = 'connected', last_sync_time } = connection;
  const { connections: labels } = getConnectionTexts(context.texts);
  const { formatDate } = context.texts;
  const name = getName(type);
  const connectableType = connectable.find((candidate) => candidate.type === type);
  const lastSync =
    last_sync_time === undefined
      ? labels.neverSynced
      : formatDate(last_sync_time.slice(0, 10));
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
${renderForm({ ...connection, canSync }, name, context)}
</section>
`;
}

function renderReconnect({ url }: ConnectableType, label: string): Html {
  return html`<p><a href="${url}">${label}</a></p>`;
}

/** Renders the buttons of a connection. Omits the button for a sync unless `canSync`. */
function renderForm(
  { id, canSync }: RemoteConnection & { canSync: boolean },
  name: string,
  { texts, getFormToken }: AccountContext,
): Html {
  const { connections: labels } = getConnectionTexts(texts);
  const syncButton =
    canSync &&
    html`<button name="action" value="sync"
aria-label="${labels.syncNowLabel(name)}">${labels.syncNow}</button>\n`;
  return html`<form method="post">
<input type="hidden" name="form_token" value="${getFormToken('connections')}">
<input type="hidden" name="connection" value="${id}">
${syncButton}<button class="secondary" name="action" value="disconnect"
aria-label="${labels.disconnectLabel(name)}">${labels.disconnect}</button>
<button class="secondary" name="action" value="disconnect_and_delete"
aria-label="${labels.disconnectAndDeleteLabel(name)}">${labels.disconnectAndDelete}</button>
</form>`;
}

import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import type { RemoteConnection } from '#functions/connections/connection/remote-connection.ts';
import {
  parseDueTime,
  type SyncedConnection,
  type SyncProblem,
} from '#functions/connections/connection/sync-state.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderDangerZone } from '#shared/pages/form.ts';
import type { Locale } from '#shared/pages/language.ts';
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
  connections: readonly SyncedConnection[];
  connectable: readonly ConnectableType[];
  now: Date;
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
  const connectedTypes = new Set(connections.map(({ type }) => type));
  const isConnected = ({ type }: ConnectableType) => connectedTypes.has(type);
  const others = connectable.filter((type) => !isConnected(type));
  const connected = connectable.filter(isConnected);
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    body: html`<p>${connections.length > 0 ? labels.intro : labels.empty}</p>
${connections.map((connection) => renderConnection(connection, account, props))}
${others.length > 0 && renderConnectable(others, labels.connectIntro)}
${connected.length > 0 && renderConnectable(connected, labels.anotherIntro)}`,
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
  connection: SyncedConnection,
  account: AccountContext,
  props: ConnectionsPageProps,
): Html {
  const { connectable, getName } = props;
  const { type, status } = connection;
  const labels = connectionsTexts[account.language];
  const name = getName(type);
  const connectableType = connectable.find((candidate) => candidate.type === type);
  const mustReconnect = status === 'reauthorization_required';
  const canSync = connectableType !== undefined && !mustReconnect;
  const reconnect =
    mustReconnect &&
    connectableType &&
    renderReconnect(connectableType, labels.reconnect(name));
  return html`<section class="card">
<h2>${name}</h2>
<dl>
${listMembers(connection, account, props).map(renderMember)}</dl>
${reconnect}
${renderForm({ ...connection, canSync }, name, account)}
${renderDeletion(connection, name, account)}</section>
`;
}

interface Member {
  label: string;
  /** A member without a value is not shown. */
  value: string | undefined;
}

function renderMember({ label, value }: Member): Html {
  if (value === undefined) return html``;
  return html`<dt>${label}</dt><dd>${value}</dd>\n`;
}

/** Lists what a person should know about a connection: how far the import is, and what stops it. */
function listMembers(
  connection: SyncedConnection,
  { language, locale, formats }: AccountContext,
  { now, getName }: ConnectionsPageProps,
): Member[] {
  const { type, status = 'connected', last_sync_time, collection_sk } = connection;
  const { sync_imported, unreadable_workouts } = connection;
  const labels = connectionsTexts[language];
  const problem = findProblem(connection);
  const due = problem && collection_sk ? parseDueTime(collection_sk) : undefined;
  const numbers = new Intl.NumberFormat(locale);
  const lastSync = last_sync_time
    ? formats.dateOfTime(last_sync_time)
    : labels.neverSynced;
  return [
    { label: labels.status, value: labels.statuses[status] },
    { label: labels.problem, value: problem && labels.problems[problem](getName(type)) },
    { label: labels.nextTry, value: due && formatDelay(due, now, labels, locale) },
    {
      label: labels.imported,
      value: sync_imported === undefined ? undefined : numbers.format(sync_imported),
    },
    {
      label: labels.unreadable,
      value: unreadable_workouts
        ? labels.triedAgain(numbers.format(unreadable_workouts))
        : undefined,
    },
    { label: labels.lastSync, value: lastSync },
  ];
}

/** Returns why nothing is imported, or undefined if nothing is wrong. */
function findProblem({
  status,
  sync_problem,
}: SyncedConnection): SyncProblem | undefined {
  const mustReconnect = status === 'reauthorization_required';
  return sync_problem ?? (mustReconnect ? 'access_refused' : undefined);
}

/** Formats the time until a sync, e.g. `in 12 minutes`. */
function formatDelay(
  due: Date,
  now: Date,
  labels: ConnectionsTexts,
  locale: Locale,
): string {
  const minutes = Math.ceil((due.getTime() - now.getTime()) / 60_000);
  if (minutes < 1) return labels.nextTrySoon;
  const format = new Intl.RelativeTimeFormat(locale);
  return minutes < 60
    ? format.format(minutes, 'minute')
    : format.format(Math.round(minutes / 60), 'hour');
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
  return renderDangerZone({
    summary: labels.deleteWorkouts(name),
    body: html`<p>${labels.deletionHint}</p>
<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<input type="hidden" name="connection" value="${id}">
<button class="danger" name="action" value="disconnect_and_delete"
aria-label="${labels.disconnectAndDeleteLabel(name)}">${labels.disconnectAndDelete}</button>
</form>`,
  });
}

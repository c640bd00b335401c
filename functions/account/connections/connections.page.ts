import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { renderRetention } from '#functions/auth/data-policy/retention.page.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import type { RemoteConnection } from '#functions/connections/connection/remote-connection.ts';
import {
  parseDueTime,
  type SyncedConnection,
  type SyncProblem,
} from '#functions/connections/connection/sync-state.ts';
import type {
  ProviderAccess,
  ProviderKey,
} from '#functions/connections/provider-definition/provider.ts';
import type { MeasuredAccess } from '#functions/connections/providers/find-access.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderCard,
  renderCards,
  renderFacts,
  renderLetterMark,
} from '#shared/pages/card.ts';
import {
  renderActions,
  renderButton,
  renderDangerForm,
  renderForm,
  renderLinkButton,
} from '#shared/pages/form.ts';
import type { Locale } from '#shared/pages/language.ts';
import { renderEmptyState, renderNotice } from '#shared/pages/notice.ts';
import type { DataPolicy } from '#shared/reference-data/provider-policies.ts';
import { type ConnectionsTexts, connectionsTexts } from './connections.texts.ts';

/** The name of a text with which the page confirms a change. */
export type ConnectionsNotice =
  | keyof ConnectionsTexts['notices']
  | keyof ConnectionsTexts['refusals'];

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
  /** Returns what the terms of a type say about its data. */
  getPolicy(type: string): DataPolicy;
  /** Returns how accounts of a type are accessed, unless they cannot be connected any more. */
  findProviderAccess(type: string): ProviderAccess | undefined;
  /** Returns which values of the body a connection reads, and whether it could read more. */
  findMeasuredAccess(connection: SyncedConnection): MeasuredAccess;
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
  const hasConnections = connections.length > 0;
  const view = { ...props, language: account.language };
  const cards = connections.map((connection) =>
    renderConnection(connection, account, props),
  );
  const { profile, pages } = account;
  const paused =
    profile.restricted_datetime !== undefined &&
    renderNotice(
      html`${labels.paused} <a href="${pages.account('privacy')}">${labels.resume}</a>`,
    );
  return renderAccountPage(account, {
    title: labels.title,
    lead: hasConnections ? labels.lead : undefined,
    notices: labels.notices,
    refusals: labels.refusals,
    body: html`${paused}${hasConnections ? cards : renderEmpty(connectable, labels)}${
      others.length > 0 && renderConnectable(others, labels.connectIntro, view)
    }${connected.length > 0 && renderConnectable(connected, labels.anotherIntro, view)}`,
  });
}

function renderEmpty(
  connectable: readonly ConnectableType[],
  { empty }: ConnectionsTexts,
): Html {
  const text = connectable.length > 0 ? empty.text : empty.nothingToConnect;
  return renderEmptyState({ title: empty.title, text });
}

function renderConnectable(
  types: readonly ConnectableType[],
  heading: string,
  { getPolicy, language }: ConnectionsPageProps & Pick<AccountContext, 'language'>,
): Html {
  const labels = connectionsTexts[language];
  const cards = types.map(({ type, name, url }) =>
    renderCard({
      title: name,
      level: 3,
      logo: renderLetterMark(name),
      body: html`${renderRetention(getPolicy(type), language)}<p>${renderLinkButton({
        label: labels.connect,
        description: labels.connectLabel(name),
        url,
        kind: 'secondary',
      })}</p>
`,
    }),
  );
  return html`<h2>${heading}</h2>
${renderCards(cards)}`;
}

function renderConnection(
  connection: SyncedConnection,
  account: AccountContext,
  props: ConnectionsPageProps,
): Html {
  const { type, status = 'connected' } = connection;
  const labels = connectionsTexts[account.language];
  const name = props.getName(type);
  const problem = findProblem(connection);
  const isBad = status === 'reauthorization_required';
  return renderCard({
    title: name,
    logo: renderLetterMark(name),
    badge: { label: labels.statuses[status], isBad },
    body: html`${problem && html`<p>${labels.problems[problem](name)}</p>\n`}${renderFacts(
      listFacts(connection, account, props),
    )}${renderMeasured(connection, account, props)}${renderRetention(
      props.getPolicy(type),
      account.language,
    )}${renderKeyHint(props.findProviderAccess(type)?.key, account)}${renderActionForm(
      connection,
      account,
      props,
    )}${renderDeletion(connection, account, props)}`,
  });
}

/** Renders what is in the way of values of the body: the consent of the person, or a permission. */
function renderMeasured(
  connection: SyncedConnection,
  { profile, pages, language }: AccountContext,
  { connectable, getName, findMeasuredAccess: findAccess }: ConnectionsPageProps,
): Html | false {
  const labels = connectionsTexts[language].measured;
  const { readsSome, lacksSome } = findAccess(connection);
  if ((readsSome || lacksSome) && !hasHealthConsent(profile))
    return html`<p>${labels.consent}
<a href="${pages.account('privacy')}">${labels.toConsent}</a></p>
`;
  const { type } = connection;
  const again = connectable.find((candidate) => candidate.type === type);
  if (!lacksSome || !again) return false;
  const name = getName(type);
  return html`<p>${labels.missing(name)}
<a href="${again.url}">${labels.reconnect(name)}</a></p>
`;
}

/** Says that disconnecting does not withdraw a key, and where the person does that. */
function renderKeyHint(
  key: ProviderKey | undefined,
  { language }: AccountContext,
): Html | false {
  if (!key) return false;
  const { label, url, place } = key;
  const text = connectionsTexts[language].keyHint({ label: label[language], url, place });
  return html`<p class="muted">${text}</p>
`;
}

/** Lists what a person should know about a connection: how far the import is. */
function listFacts(
  connection: SyncedConnection,
  { language, locale, formats }: AccountContext,
  { now, findProviderAccess }: ConnectionsPageProps,
) {
  const { last_sync_time, collection_sk } = connection;
  const { sync_imported, unreadable_workouts, sync_withheld, sync_history } = connection;
  const { sync_files } = connection;
  const labels = connectionsTexts[language];
  const mustReconnect = connection.status === 'reauthorization_required';
  const isRetried = findProblem(connection) !== undefined && !mustReconnect;
  const due = isRetried && collection_sk ? parseDueTime(collection_sk) : undefined;
  const lastSync = last_sync_time ? formats.longTime(last_sync_time) : labels.neverSynced;
  const unreadable = unreadable_workouts
    ? labels.triedAgain(formats.amount(unreadable_workouts))
    : undefined;
  const history =
    sync_history &&
    (sync_history.is_read
      ? labels.historyRead
      : labels.historyUntil(formats.longDate(sync_history.before.slice(0, 10))));
  const origin = findProviderAccess(connection.type)?.withholds;
  const files =
    sync_files &&
    labels.filesFetched(
      formats.amount(sync_files.fetched),
      sync_files.left > 0 ? formats.amount(sync_files.left) : undefined,
    );
  const withheld =
    sync_withheld &&
    origin &&
    labels.withheldReason(formats.amount(sync_withheld.count), origin);
  return [
    { label: labels.lastSync, value: lastSync },
    {
      label: labels.imported,
      value: sync_imported === undefined ? undefined : formats.amount(sync_imported),
    },
    { label: labels.unreadable, value: unreadable },
    { label: labels.files, value: files },
    { label: labels.withheld, value: withheld },
    { label: labels.history, value: history },
    { label: labels.nextTry, value: due && formatDelay(due, now, labels, locale) },
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

/** Renders what deletes nothing: the import or a new connection, and the end of the connection. */
function renderActionForm(
  { id, type, status, sync_history }: SyncedConnection,
  { language, form_token }: AccountContext,
  { connectable, getName, getPolicy, findProviderAccess }: ConnectionsPageProps,
): Html {
  const labels = connectionsTexts[language];
  const name = getName(type);
  const connectableType = connectable.find((candidate) => candidate.type === type);
  const mustReconnect = status === 'reauthorization_required';
  const first = mustReconnect
    ? connectableType &&
      renderLinkButton({ ...connectableType, label: labels.reconnect(name) })
    : connectableType &&
      renderButton({
        label: labels.syncNow,
        description: labels.syncNowLabel(name),
        name: 'action',
        value: 'sync',
      });
  const isReading = sync_history && !sync_history.is_read;
  const hasHistory = findProviderAccess(type)?.has_history;
  const all =
    hasHistory && connectableType && !mustReconnect && !isReading
      ? renderButton({
          label: labels.importAll,
          description: labels.importAllLabel(name),
          name: 'action',
          value: 'import_all',
          kind: 'secondary',
        })
      : undefined;
  const disconnect = renderButton({
    label: labels.disconnect,
    description: labels.disconnectLabel(name),
    name: 'action',
    value: 'disconnect',
    kind: 'secondary',
  });
  // If the terms require that the workouts are deleted, there is nothing to choose.
  const isChoice = !getPolicy(type).erase_on_disconnect;
  const actions = [first, all, isChoice ? disconnect : undefined];
  const shown = actions.filter((action) => action !== undefined);
  if (shown.length === 0) return html``;
  const body = renderActions(shown);
  return renderForm({ form_token, hidden: { connection: id }, body });
}

function renderDeletion(
  { id, type }: RemoteConnection,
  { language, form_token }: AccountContext,
  { getName, getPolicy }: ConnectionsPageProps,
): Html {
  const labels = connectionsTexts[language];
  const name = getName(type);
  const { erase_on_disconnect } = getPolicy(type);
  return renderDangerForm({
    summary: erase_on_disconnect
      ? labels.disconnectLabel(name)
      : labels.deleteWorkouts(name),
    hint: html`${erase_on_disconnect && labels.erasureHint(name)} ${labels.deletionHint}`,
    form_token,
    hidden: { connection: id },
    button: {
      label: labels.disconnectAndDelete,
      description: labels.disconnectAndDeleteLabel(name),
      name: 'action',
      value: 'disconnect_and_delete',
    },
  });
}

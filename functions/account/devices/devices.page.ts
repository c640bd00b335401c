import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import {
  type DataSource,
  type PriorityType,
  priorityTypes,
} from '#functions/main/data-source/data-source.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderCards, renderFacts } from '#shared/pages/card.ts';
import { renderActions, renderButton, renderForm } from '#shared/pages/form.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { devicesTexts } from './devices.texts.ts';

/**
 * Renders the page on which users choose the data source that they prefer for each kind of data.
 * The forms post to the page itself.
 */
export function renderDevicesPage(
  sources: readonly DataSource[],
  account: AccountContext,
): string {
  const labels = devicesTexts[account.language];
  const preferred = findPreferred(sources);
  const cards = sources.map((source) => renderSource(source, preferred, account));
  return renderAccountPage(account, {
    title: labels.title,
    lead: cards.length > 0 ? labels.lead : undefined,
    notices: labels.notices,
    body: cards.length > 0 ? renderCards(cards) : renderEmpty(account),
  });
}

function renderEmpty({ language, pages }: AccountContext): Html {
  const { title, text, connect } = devicesTexts[language].empty;
  const actions = [{ label: connect, url: pages.account('connections') }];
  return renderEmptyState({ title, text, actions });
}

type Preferred = ReadonlyMap<PriorityType, string>;

/**
 * Maps each kind of data to the id of the data source that the user preferred last. A priority is
 * the time (ISO 8601) at which the user preferred the data source.
 */
function findPreferred(sources: readonly DataSource[]): Preferred {
  const preferred = new Map<PriorityType, string>();
  for (const type of priorityTypes) {
    const candidates = sources.filter(({ priorities }) => priorities[type]);
    const [latest] = candidates.sort((left, right) =>
      (right.priorities[type] ?? '').localeCompare(left.priorities[type] ?? ''),
    );
    if (latest) preferred.set(type, latest.id);
  }
  return preferred;
}

function renderSource(
  { id, name, active, device, created_datetime }: DataSource,
  preferred: Preferred,
  account: AccountContext,
): Html {
  const { language, formats } = account;
  const labels = devicesTexts[language];
  const title = name || device.name;
  const isPreferred = (type: PriorityType) => preferred.get(type) === id;
  const preferredTypes = priorityTypes.filter(isPreferred);
  const otherTypes = priorityTypes.filter((type) => !isPreferred(type));
  const names = preferredTypes.map((type) => labels.types[type]).join(', ');
  return renderCard({
    title,
    subtitle: name ? device.name : undefined,
    badge: active ? undefined : { label: labels.inactive },
    body: html`${renderFacts([
      { label: labels.since, value: formats.dateOfTime(created_datetime) },
      { label: labels.preferredFor, value: names || undefined },
    ])}${otherTypes.length > 0 && renderPreferences({ id, title, types: otherTypes }, account)}`,
  });
}

/** A form with a button for each kind of data for which the user can prefer a data source. */
interface PreferenceForm {
  /** The id of the data source. */
  id: string;
  /** The name of the data source on the page. */
  title: string;
  types: readonly PriorityType[];
}

function renderPreferences(
  { id, title, types }: PreferenceForm,
  { language, form_token }: AccountContext,
): Html {
  const labels = devicesTexts[language];
  const buttons = types.map((type) => {
    const label = labels.prefer[type];
    return renderButton({
      label,
      description: labels.describePreference(label, title),
      name: 'priority_type',
      value: type,
      kind: 'secondary',
    });
  });
  return renderForm({
    form_token,
    hidden: { data_source: id },
    body: renderActions(buttons),
  });
}

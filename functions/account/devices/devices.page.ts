import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import {
  type DataSource,
  type PriorityType,
  priorityTypes,
} from '#functions/main/data-source/data-source.ts';
import { type Html, html } from '#shared/html/html.ts';
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
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    body: html`<p>${sources.length > 0 ? labels.intro : labels.empty}</p>
${sources.map((source) => renderSource(source, preferred, account))}`,
  });
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
  { id, name, device, created_datetime }: DataSource,
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
  const preference =
    names !== '' && html`<dt>${labels.preferredFor}</dt><dd>${names}</dd>\n`;
  return html`<section class="card">
<h2>${title}</h2>
<dl>
<dt>${labels.model}</dt><dd>${device.name}</dd>
<dt>${labels.since}</dt><dd>${formats.dateOfTime(created_datetime)}</dd>
${preference}</dl>
${otherTypes.length > 0 && renderForm({ id, title, types: otherTypes }, account)}</section>
`;
}

/** A form with a button for each kind of data for which the user can prefer a data source. */
interface PreferenceForm {
  /** The id of the data source. */
  id: string;
  /** The name of the data source on the page. */
  title: string;
  types: readonly PriorityType[];
}

function renderForm(
  { id, title, types }: PreferenceForm,
  { language, form_token }: AccountContext,
): Html {
  const labels = devicesTexts[language];
  const buttons = types.map((type) => {
    const label = labels.prefer[type];
    const description = labels.describePreference(label, title);
    return html`<button class="secondary" name="priority_type" value="${type}"
aria-label="${description}">${label}</button>
`;
  });
  return html`<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<input type="hidden" name="data_source" value="${id}">
${buttons}</form>
`;
}

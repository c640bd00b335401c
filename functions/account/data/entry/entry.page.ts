import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { Entry, EntryType } from '#functions/diary/entry/entry.ts';
import { isFileOrigin } from '#functions/diary/entry/origin.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderActions,
  renderButton,
  renderDangerForm,
  renderForm,
} from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import { compact } from '#shared/runtime/compact.ts';
import { renderAttribution } from '../attribution.ts';
import { toActivityUrl, toDayUrl, toEntryUrl, toNewEntryUrl } from '../data-url.ts';
import type { LastFood } from '../last-entries.ts';
import { type EntryTexts, entryTexts } from './entry.texts.ts';
import {
  getFieldLabel,
  renderExerciseFields,
  renderFoodFields,
} from './entry-controls.ts';
import type { FieldContext } from './entry-fields.ts';
import { type EntryFields, fieldNames } from './entry-form.ts';
import type { EntryProblems } from './entry-problems.ts';

interface EntryPageProps {
  type: EntryType;
  /** The day that the page leads back to. */
  date: string;
  /** The entry. Undefined for a new one. */
  entry?: Entry | undefined;
  /** The idempotency key of a new entry. */
  key: string;
  /** The values of the fields. */
  fields: EntryFields;
  /** The values of the fields when the form was opened. */
  shown: EntryFields;
  /** The problems of the fields. */
  problems: EntryProblems;
  /** The names of the meals of these days. */
  meals: readonly string[];
  /** The foods that were eaten lately. Empty for an entry that exists. */
  lastFoods: readonly LastFood[];
  context: FieldContext;
}

/** What a form that was not saved changes on the page. */
export type EntryFormResult = Pick<EntryPageProps, 'problems'> &
  Partial<Pick<EntryPageProps, 'key' | 'fields' | 'shown'>>;

/** The properties of the page, and those that its parts share. */
export interface EntryPageView extends EntryPageProps {
  account: AccountContext;
  labels: EntryTexts;
}

/** Renders the form with which a person adds, changes or deletes an entry. */
export function renderEntryPage(account: AccountContext, props: EntryPageProps): string {
  const labels = entryTexts[account.language];
  const view = { ...props, account, labels };
  const { type, date, entry, problems, key, fields } = props;
  const activity = type === 'exercise' ? fields.activity : undefined;
  const invalid = fieldNames[type].filter((name) => problems[name] !== undefined);
  const names = invalid.map((name) => getFieldLabel(name, view));
  const imported =
    entry?.type === 'exercise' && entry.source !== undefined ? entry : undefined;
  const renderFields = type === 'exercise' ? renderExerciseFields : renderFoodFields;
  const form = renderForm({
    form_token: account.form_token,
    action: entry
      ? toEntryUrl(account.pages, entry.id)
      : toNewEntryUrl(account.pages, date, type, compact({ activity })),
    hasProblems: true,
    hidden: {
      ...(entry ? { id: entry.id, shown: JSON.stringify(props.shown) } : { type, key }),
      ...compact({ activity }),
    },
    body: html`${renderFields(view)}${renderActions([
      renderButton({ label: entry ? labels.save : labels.add }),
      html`<a class="button secondary" href="${toDayUrl(account.pages, date)}">${
        labels.cancel
      }</a>\n`,
    ])}`,
  });
  const chosen = activity !== undefined && renderChosen(activity, view);
  return renderAccountPage(account, {
    title: labels.titles[entry ? 'change' : 'add'][type],
    problem: names.length > 0 ? labels.problem(names.join(', ')) : undefined,
    body: html`${
      imported &&
      html`${renderNotice(labels.importedNotice)}${renderAttribution(imported)}`
    }${chosen}${form}${entry && renderDeletion(entry, view)}`,
  });
}

/** Renders the activity of an exercise, with a link that leads to the others. */
function renderChosen(id: string, { account, date, entry, labels }: EntryPageView): Html {
  const name = findActivityName(id, account.language) ?? labels.unknownActivity(id);
  const url = toActivityUrl(account.pages, entry ? { id: entry.id } : { date });
  return html`<div class="head">
<h2>${name}</h2>
<a href="${url}">${labels.otherActivity}</a>
</div>
`;
}

/** Renders the form that deletes an entry, and says what happens then. */
function renderDeletion(entry: Entry, view: EntryPageView): Html {
  const { account, labels } = view;
  return renderDangerForm({
    summary: entry.type === 'exercise' ? labels.deleteExercise : labels.deleteFood,
    hint: describeDeletion(entry, view),
    form_token: account.form_token,
    action: toEntryUrl(account.pages, entry.id),
    hidden: { id: entry.id },
    button: { label: labels.delete, name: 'action', value: 'delete' },
  });
}

function describeDeletion(entry: Entry, { labels }: EntryPageView): string {
  if (entry.type !== 'exercise' || !entry.source) return labels.deletePlain;
  const { source, duplicates } = entry;
  const removal = isFileOrigin(source) ? labels.deleteFile : labels.deleteImported;
  return duplicates ? `${removal} ${labels.deleteMerged}` : removal;
}

import { formatKnown } from '#functions/account/formats.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import {
  type Duplicate,
  parseSourceKey,
  toSourceKey,
} from '#functions/diary/entry/source.ts';
import { type Html, html } from '#shared/html/html.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import type { DataTexts } from '../data.texts.ts';
import { toCalories } from '../period.ts';
import type { DayPageView } from './day.page.ts';
import { renderJoinForm } from './join-form.ts';

export type Exercise = Extract<Entry, { type: 'exercise' }>;

/** Renders an exercise, its source, and its duplicates with forms to separate or merge them. */
export function renderExercise(entry: Exercise, view: DayPageView): Html {
  const { labels, formats, account } = view;
  const { exercise, start_time, duration, distance, energy } = entry;
  const name = findActivityName(exercise.id, account.language) ?? labels.unknownExercise;
  const members = [
    { label: labels.startTime, value: start_time && formats.startTime(start_time) },
    { label: labels.duration, value: formats.duration(duration) },
    {
      label: labels.distance,
      value: distance === undefined ? undefined : formats.distance(distance),
    },
    {
      label: labels.energy,
      value: formatKnown(toCalories(energy), formats.energy),
    },
    ...listSourceMembers(entry, view),
  ];
  return html`<section class="card">
<h3>${name}</h3>
<dl>
${members.map(({ label, value }) => renderMember(label, value))}</dl>
${listMergeForms(entry, labels).map((form) => renderMergeForm(form, view))}
${renderJoinForm(entry, view)}</section>
`;
}

function renderMember(label: string, value: string | undefined): Html {
  if (value === undefined) return html``;
  return html`<dt>${label}</dt><dd>${value}</dd>\n`;
}

/** A button that separates another workout from an entry, or merges it with the entry again. */
interface MergeForm {
  /** The id of the entry. */
  entry: string;
  /** The other workout, by the key of its source. */
  workout: string;
  action: 'separate' | 'merge';
  label: string;
}

function listMergeForms(
  { id, duplicates = [], separated = {} }: Exercise,
  labels: DataTexts,
): MergeForm[] {
  const separateForms = duplicates.map((duplicate) => ({
    entry: id,
    workout: toSourceKey(duplicate),
    action: 'separate' as const,
    label: labels.separate,
  }));
  const mergeForms = Object.keys(separated).map((workout) => ({
    entry: id,
    workout,
    action: 'merge' as const,
    label: labels.mergeAgain,
  }));
  return [...separateForms, ...mergeForms];
}

function renderMergeForm(
  { entry, workout, action, label }: MergeForm,
  { date, account, getProviderName }: DayPageView,
): Html {
  const { remote_connection_type } = parseSourceKey(workout);
  const provider = getProviderName(remote_connection_type);
  return html`<form method="post" action="${account.pages.account('day')}">
<input type="hidden" name="form_token" value="${account.form_token}">
<input type="hidden" name="date" value="${date}">
<input type="hidden" name="entry" value="${entry}">
<input type="hidden" name="workout" value="${workout}">
<button class="secondary" name="action" value="${action}"
aria-label="${label}: ${provider}">${label}</button>
</form>
`;
}

/** Lists the source of an imported exercise, its hidden duplicates and separated workouts. */
function listSourceMembers(
  { source, duplicates = [], separated = {} }: Exercise,
  { labels, sources, getProviderName }: DayPageView,
) {
  if (!source) return [];
  const provider = getProviderName(source.remote_connection_type);
  const dataSource = sources.find(({ id }) => id === source.data_source_id);
  const mergedMembers = duplicates.map((duplicate) => ({
    label: labels.merged,
    value: describeDuplicate(duplicate, labels, getProviderName),
  }));
  const separatedMembers = Object.keys(separated).map((key) => {
    const { remote_connection_type } = parseSourceKey(key);
    const name = getProviderName(remote_connection_type);
    return { label: labels.separatedLabel, value: labels.separatedFrom(name) };
  });
  return [
    { label: labels.source, value: labels.importedFrom(provider) },
    { label: labels.device, value: dataSource?.name ?? dataSource?.device.name },
    ...mergedMembers,
    ...separatedMembers,
  ];
}

function describeDuplicate(
  { remote_connection_type, matched_by, decided_by }: Duplicate,
  labels: DataTexts,
  getProviderName: DayPageView['getProviderName'],
): string {
  const provider = getProviderName(remote_connection_type);
  return labels.duplicate(
    provider,
    labels.matchedBy[matched_by],
    labels.decidedBy[decided_by],
  );
}

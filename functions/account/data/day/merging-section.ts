import {
  parseSourceKey,
  toSourceKey,
  type WorkoutReference,
} from '#functions/diary/entry/origin.ts';
import {
  type ImportedEntry,
  isImported,
  wasEdited,
} from '#functions/diary/merging/imported-entry.ts';
import { hasNearDates } from '#functions/diary/merging/same-workout.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderButton, renderDisclosure, renderForm } from '#shared/pages/form.ts';
import { type Exercise, getExerciseName } from '../exercise-facts.ts';
import { describeDuplicate, nameOrigin, nameWithPreposition } from '../origin-name.ts';
import type { DayPageView } from './day.page.ts';

/** Another workout, and a button that separates it from an entry or merges it again. */
interface Decision {
  workout: WorkoutReference;
  text: string;
  action: 'separate' | 'merge';
  label: string;
}

/**
 * Renders, closed, the duplicates of an imported exercise with the rules that have decided, and the
 * forms with which the person decides otherwise.
 */
export function renderMerging(entry: Exercise, view: DayPageView): Html {
  const { labels } = view;
  const { duplicates = [] } = entry;
  const decisions = listDecided(entry, view);
  const joinForm = renderJoinForm(entry, view);
  if (decisions.length === 0) return joinForm;
  const summary =
    duplicates.length > 0 ? labels.hiddenDuplicates(duplicates.length) : labels.merging;
  const body = html`${decisions.map((decision) => renderDecision(entry, decision, view))}`;
  return html`${renderDisclosure({ summary, body })}${joinForm}`;
}

function listDecided(
  { duplicates = [], separated = {} }: Exercise,
  view: DayPageView,
): Decision[] {
  const { labels } = view;
  const hidden = duplicates.map((duplicate) => ({
    workout: duplicate,
    text: describeDuplicate(duplicate, view),
    action: 'separate' as const,
    label: labels.separate,
  }));
  const workouts = Object.keys(separated).map(parseSourceKey);
  const counted = workouts.map((workout) => ({
    workout,
    text: labels.separated(nameWithPreposition(workout, view)),
    action: 'merge' as const,
    label: labels.mergeAgain,
  }));
  return [...hidden, ...counted];
}

function renderDecision(
  { id }: Exercise,
  { workout, text, action, label }: Decision,
  view: DayPageView,
): Html {
  const { date, account } = view;
  const description = `${label}: ${nameOrigin(workout, view)}`;
  return html`<p>${text}</p>
<form method="post" action="${account.pages.account('day')}">
<input type="hidden" name="form_token" value="${account.form_token}">
<input type="hidden" name="date" value="${date}">
<input type="hidden" name="entry" value="${id}">
<input type="hidden" name="workout" value="${toSourceKey(workout)}">
<p>${renderButton({ label, description, name: 'action', value: action, kind: 'secondary' })}</p>
</form>
`;
}

/** The most workouts that a form offers: those that started closest to the entry. */
const maxChoices = 10;

/**
 * Renders a closed form that joins an imported exercise with another workout of the same or an
 * adjacent day. It is empty if there is none.
 */
function renderJoinForm(entry: Exercise, view: DayPageView): Html {
  const { date, account, labels } = view;
  const choices = isImported(entry) ? listChoices(entry, view) : [];
  if (choices.length === 0) return html``;
  const id = `join-${entry.id}`;
  return renderDisclosure({
    summary: labels.join,
    body: renderForm({
      form_token: account.form_token,
      action: account.pages.account('day'),
      hidden: { date, entry: entry.id },
      body: html`<div class="field">
<label for="${id}">${labels.joinWith}</label>
<p class="muted" id="${id}-hint">${labels.joinHint}</p>
<select id="${id}" name="workout" aria-describedby="${id}-hint">
${choices.map((choice) => renderChoice(choice, view))}</select>
</div>
<p class="actions"><button class="secondary" name="action" value="join">${
        labels.joinButton
      }</button></p>
`,
    }),
  });
}

/** Lists the workouts that can be joined with an entry. Of two edited ones, both stay shown. */
function listChoices(
  entry: ImportedEntry,
  { nearbyEntries }: DayPageView,
): ImportedEntry[] {
  const getDistance = (other: ImportedEntry) =>
    Math.abs(other.imported.start - entry.imported.start);
  const others = nearbyEntries.filter(isImported).filter(({ id, imported }) => {
    const isOther = id !== entry.id;
    return isOther && hasNearDates(entry.imported, imported);
  });
  others.sort((one, other) => getDistance(one) - getDistance(other));
  const closest = others.slice(0, maxChoices);
  return wasEdited(entry) ? closest.filter((other) => !wasEdited(other)) : closest;
}

function renderChoice(entry: ImportedEntry, view: DayPageView): Html {
  const { date, formats, account } = view;
  const { source, start_time, duration } = entry;
  const parts = [
    getExerciseName(entry, account.language),
    entry.date !== date && formats.shortDate(entry.date),
    start_time && formats.startTime(start_time),
    formats.duration(duration),
    nameOrigin(source, view),
  ];
  const text = parts.filter(Boolean).join(', ');
  return html`<option value="${toSourceKey(source)}">${text}</option>\n`;
}

import { toSourceKey } from '#functions/diary/entry/source.ts';
import {
  type ImportedEntry,
  isEdited,
  isImported,
} from '#functions/diary/merging/imported-entry.ts';
import { hasNearDates } from '#functions/diary/merging/same-workout.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderDisclosure, renderForm } from '#shared/pages/form.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import type { DayPageView } from './day.page.ts';
import type { Exercise } from './exercise-section.ts';
import { nameOrigin } from './origin-name.ts';

/** The most workouts that a form offers: those that started closest to the entry. */
const maxChoices = 10;

/**
 * Renders a closed form that joins an imported exercise with another workout of the same or an
 * adjacent day. It is empty if there is none.
 */
export function renderJoinForm(entry: Exercise, view: DayPageView): Html {
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
  return isEdited(entry) ? closest.filter((other) => !isEdited(other)) : closest;
}

function renderChoice(
  { source, exercise, date, start_time, duration }: ImportedEntry,
  view: DayPageView,
): Html {
  const { labels, formats, account } = view;
  const words = [
    findActivityName(exercise.id, account.language) ?? labels.unknownExercise,
    date !== view.date && formats.shortDate(date),
    start_time && formats.startTime(start_time),
    formats.duration(duration),
    nameOrigin(source, view),
  ];
  const text = words.filter(Boolean).join(', ');
  return html`<option value="${toSourceKey(source)}">${text}</option>\n`;
}

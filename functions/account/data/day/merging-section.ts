import {
  parseSourceKey,
  toSourceKey,
  type WorkoutReference,
} from '#functions/diary/entry/source.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderButton, renderDisclosure } from '#shared/pages/form.ts';
import type { DayPageView } from './day.page.ts';
import type { Exercise } from './exercise-section.ts';
import { renderJoinForm } from './join-form.ts';
import { nameOrigin, nameWithPreposition } from './origin-name.ts';

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
    text: labels.duplicate(
      nameWithPreposition(duplicate, view),
      labels.matchedBy[duplicate.matched_by],
      labels.decidedBy[duplicate.decided_by],
    ),
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

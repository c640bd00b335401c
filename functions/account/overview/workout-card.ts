import type { AccountContext } from '#functions/account/account-context.ts';
import { renderAttribution } from '#functions/account/data/attribution.ts';
import { toWorkoutUrl } from '#functions/account/data/data-url.ts';
import { findCalories, isEstimated } from '#functions/account/data/energy.ts';
import { exerciseTexts } from '#functions/account/data/exercise.texts.ts';
import {
  type Exercise,
  getExerciseName,
} from '#functions/account/data/exercise-facts.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard } from '#shared/pages/card.ts';

/** The number of workouts that the start page shows. */
const shownWorkouts = 3;

/** Lists the latest workouts of some entries, the last one first. */
export function listLatestWorkouts(entries: readonly Entry[]): Exercise[] {
  const workouts = entries.filter((entry) => entry.type === 'exercise');
  // Of a day, those without a start come last.
  const toStart = ({ start_time }: Exercise) => (start_time ? Date.parse(start_time) : 0);
  const latestFirst = workouts.toSorted(
    (one, other) => other.date.localeCompare(one.date) || toStart(other) - toStart(one),
  );
  return latestFirst.slice(0, shownWorkouts);
}

/** Renders a workout with its main numbers. Its title leads to its page. */
export function renderWorkout(
  entry: Exercise,
  { language, formats, pages }: AccountContext,
): Html {
  const { id, date, start_time, duration, distance, source } = entry;
  const name = getExerciseName(entry, language);
  const when = [formats.shortDay(date), start_time && formats.startTime(start_time)];
  const calories = findCalories(entry);
  const about = isEstimated(entry) ? exerciseTexts[language].about : String;
  const amounts = [
    distance !== undefined && formats.workoutDistance(distance, source === undefined),
    formats.duration(duration),
    calories !== null && about(formats.energy(calories)),
  ];
  return renderCard({
    title: html`<a href="${toWorkoutUrl(pages, id)}">${name}</a>`,
    subtitle: when.filter(Boolean).join(', '),
    level: 3,
    body: html`<p>${amounts.filter((amount) => amount !== false).join(' · ')}</p>
${renderAttribution(entry)}`,
  });
}

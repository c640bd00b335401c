import type { AccountContext } from '#functions/account/account-context.ts';
import { renderAttribution } from '#functions/account/data/attribution.ts';
import { toDayUrl } from '#functions/account/data/data-url.ts';
import { findCalories } from '#functions/account/data/energy.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard } from '#shared/pages/card.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import { overviewTexts } from './overview.texts.ts';

/** The number of workouts that the start page shows. */
const shownWorkouts = 3;

/** An exercise of the diary. */
export type LatestWorkout = Extract<Entry, { type: 'exercise' }>;

/** Lists the latest workouts of some entries, the last one first. */
export function listLatestWorkouts(entries: readonly Entry[]): LatestWorkout[] {
  const workouts = entries.filter((entry) => entry.type === 'exercise');
  // Of a day, those without a start come last.
  const toStart = ({ start_time }: LatestWorkout) =>
    start_time ? Date.parse(start_time) : 0;
  const latestFirst = workouts.toSorted(
    (one, other) => other.date.localeCompare(one.date) || toStart(other) - toStart(one),
  );
  return latestFirst.slice(0, shownWorkouts);
}

/** Renders a workout with its main numbers. Its title leads to its day. */
export function renderWorkout(
  entry: LatestWorkout,
  { language, formats, pages }: AccountContext,
): Html {
  const { exercise, date, start_time, duration, distance, source } = entry;
  const { id } = exercise;
  const name =
    findActivityName(id, language) ?? overviewTexts[language].unknownWorkout(id);
  const when = [formats.shortDay(date), start_time && formats.startTime(start_time)];
  const calories = findCalories(entry);
  const amounts = [
    distance !== undefined && formats.workoutDistance(distance, source === undefined),
    formats.duration(duration),
    calories !== null && formats.energy(calories),
  ];
  return renderCard({
    title: html`<a href="${toDayUrl(pages, date)}">${name}</a>`,
    subtitle: when.filter(Boolean).join(', '),
    level: 3,
    body: html`<p>${amounts.filter((amount) => amount !== false).join(' · ')}</p>
${renderAttribution(entry)}`,
  });
}

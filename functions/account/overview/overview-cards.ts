import type { AccountContext } from '#functions/account/account-context.ts';
import { renderAttribution } from '#functions/account/data/attribution.ts';
import { dataTexts } from '#functions/account/data/data.texts.ts';
import { toDayUrl, toWorkoutUrl } from '#functions/account/data/data-url.ts';
import { findCalories, isEstimated } from '#functions/account/data/energy.ts';
import { exerciseTexts } from '#functions/account/data/exercise.texts.ts';
import {
  type Exercise,
  getExerciseName,
} from '#functions/account/data/exercise-facts.ts';
import { settingsTexts } from '#functions/account/settings/settings.texts.ts';
import {
  explainTimeZone,
  renderTimeZoneField,
} from '#functions/account/settings/time-zones.ts';
import { type DayRange, listDates } from '#functions/diary/entry/dates.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard } from '#shared/pages/card.ts';
import { formatTimeStep, renderChart } from '#shared/pages/chart.ts';
import { renderButton, renderForm } from '#shared/pages/form.ts';
import { overviewTexts } from './overview.texts.ts';

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

/** Renders the time of exercise of each day of a week. Returns undefined if there is none. */
export function renderWeekChart(
  { language, formats, pages }: AccountContext,
  week: DayRange,
  entries: readonly Entry[],
): Html | undefined {
  const exercises = entries.filter((entry) => entry.type === 'exercise');
  const dates = listDates(week);
  const values = dates.map((date) => {
    const ofDay = exercises.filter((exercise) => exercise.date === date);
    return ofDay.reduce((total, { duration }) => total + duration, 0) || null;
  });
  const total = values.reduce((sum: number, value) => sum + (value ?? 0), 0);
  if (total === 0) return undefined;

  const title = dataTexts[language].duration;
  return renderChart({
    id: 'week',
    title,
    story: formats.duration(total),
    series: [{ label: title, values }],
    positions: dates.map((date) => ({
      label: formats.shortDay(date),
      tick: formats.weekday(date),
      url: toDayUrl(pages, date),
    })),
    scale: 'seconds',
    format: formats.duration,
    formatTick: formatTimeStep,
  });
}

/** Asks for the time zone. `entered` is what was no time zone. */
export function renderTimeZoneCard(
  { language, form_token }: AccountContext,
  entered: string | undefined,
): Html {
  const labels = overviewTexts[language].timeZone;
  const field = {
    id: 'time_zone',
    label: settingsTexts[language].fields.time_zone,
    hint: labels.hint,
    value: entered,
    problem: entered === undefined ? undefined : explainTimeZone(entered, language),
  };
  const body = html`${renderTimeZoneField(field, language)}${renderButton({ label: labels.save })}`;
  return renderCard({ title: labels.title, body: renderForm({ form_token, body }) });
}

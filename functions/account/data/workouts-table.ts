import type { AccountContext } from '#functions/account/account-context.ts';
import { formatKnown } from '#functions/account/formats.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderTable } from '#shared/pages/table.ts';
import { dataTexts } from './data.texts.ts';
import { toDayUrl, toWorkoutUrl } from './data-url.ts';
import { findCalories } from './energy.ts';
import { type Exercise, getExerciseName } from './exercise-facts.ts';

/** Renders the workouts of some days, the last day first. */
export function renderWorkouts(
  { language, formats, pages }: AccountContext,
  workouts: readonly Exercise[],
): Html {
  const labels = dataTexts[language];
  const { energy, distance } = formats.units;
  return renderTable({
    caption: labels.workoutsCaption,
    columns: [
      { label: labels.workout },
      { label: labels.periodColumn.day },
      { label: labels.distance, unit: distance.symbol, isNumber: true },
      { label: labels.time, unit: 'h:min', isNumber: true },
      { label: labels.energyOut, unit: energy.symbol, isNumber: true },
    ],
    rows: workouts.toReversed().map((workout) => {
      const name = getExerciseName(workout, language);
      const day = formats.shortDate(workout.date);
      return [
        html`<a href="${toWorkoutUrl(pages, workout.id)}">${name}</a>`,
        html`<a href="${toDayUrl(pages, workout.date)}">${day}</a>`,
        formatKnown(workout.distance ?? null, (amount) =>
          formats.number('distance', amount),
        ),
        formats.hours(workout.duration),
        formatKnown(findCalories(workout), (amount) => formats.number('energy', amount)),
      ];
    }),
  });
}

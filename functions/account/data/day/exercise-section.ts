import type { Entry } from '#functions/diary/entry/entry.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts, renderStatistics } from '#shared/pages/card.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import {
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { renderAttribution } from '../attribution.ts';
import { toEntryUrl } from '../data-url.ts';
import { findCalories } from '../energy.ts';
import type { DayPageView } from './day.page.ts';
import { renderMerging } from './merging-section.ts';
import { nameWithPreposition } from './origin-name.ts';

export type Exercise = Extract<Entry, { type: 'exercise' }>;

/** The kinds of which people know the minutes for a distance rather than the speed. */
const paces: ReadonlyMap<string, 'pace' | 'swimPace'> = new Map([
  [getActivityTypeId('run'), 'pace'],
  [getActivityTypeId('walk'), 'pace'],
  [getActivityTypeId('hike'), 'pace'],
  [getActivityTypeId('swim'), 'swimPace'],
]);

/** Renders an exercise with everything that is stored, its source, and its duplicates. */
export function renderExercise(entry: Exercise, view: DayPageView): Html {
  const { labels, formats, account } = view;
  const { id, exercise, start_time, source } = entry;
  const name =
    findActivityName(exercise.id, account.language) ??
    labels.unknownExercise(exercise.id);
  const time = start_time && formats.startTime(start_time);
  // A day can have several of a kind.
  const label = labels.changeLabel([name, time].filter(Boolean).join(', '));
  const subtitle = [time, source && labels.imported(nameWithPreposition(source, view))];
  return renderCard({
    title: name,
    subtitle: subtitle.filter(Boolean).join(' · ') || undefined,
    level: 3,
    body: html`${renderStatistics(listStatistics(entry, view))}${renderFacts(
      listFacts(entry, view),
    )}${renderAttribution(entry)}${renderMerging(entry, view)}
<p><a href="${toEntryUrl(account.pages, id)}" aria-label="${label}">${labels.change}</a></p>
`,
  });
}

/** Lists the numbers by which people compare workouts. */
function listStatistics(entry: Exercise, { labels, formats }: DayPageView) {
  const { distance = 0, duration, exercise, source } = entry;
  const calories = findCalories(entry);
  const pace = paces.get(findRootId(exercise.id) ?? '');
  const speed = distance / duration;
  const texts = [
    {
      label: labels.distance,
      text: distance > 0 && formats.workoutDistance(distance, source === undefined),
    },
    { label: labels.duration, text: formats.duration(duration) },
    pace
      ? { label: labels.pace, text: speed > 0 && formats[pace](speed) }
      : { label: labels.speed, text: speed > 0 && formats.speed(speed) },
    { label: labels.energy, text: calories !== null && formats.energy(calories) },
  ];
  return texts.flatMap(({ label, text }) =>
    text === false ? [] : { label, value: text },
  );
}

function listFacts(entry: Exercise, { labels, formats, sources }: DayPageView) {
  const { avg_heart_rate, max_heart_rate, max_speed, elevation_change, source } = entry;
  const heartRates = [
    avg_heart_rate !== undefined &&
      labels.averageHeartRate(formats.amount(avg_heart_rate)),
    max_heart_rate !== undefined && labels.maxHeartRate(formats.amount(max_heart_rate)),
  ].filter((part) => part !== false);
  const device = sources.find(({ id }) => id === source?.data_source_id);
  const toFact = (
    label: string,
    value: number | undefined,
    format: (value: number) => string,
  ) => ({ label, value: value === undefined ? undefined : format(value) });
  return [
    {
      label: labels.heartRate,
      value: heartRates.length > 0 ? heartRates.join(', ') : undefined,
    },
    toFact(labels.maxSpeed, max_speed, formats.speed),
    toFact(labels.elevation, elevation_change, formats.elevation),
    { label: labels.device, value: device?.name ?? device?.device.name },
  ];
}

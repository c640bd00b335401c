import type { Formats } from '#functions/account/formats.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import type { DataSource } from '#functions/main/data-source/data-source.ts';
import type { Statistic } from '#shared/pages/card.ts';
import type { Language } from '#shared/pages/language.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import {
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { findCalories, isEstimated } from './energy.ts';
import { type ExerciseTexts, exerciseTexts } from './exercise.texts.ts';

export type Exercise = Extract<Entry, { type: 'exercise' }>;

/** What the numbers of an exercise are rendered with. */
interface FactsView {
  words: ExerciseTexts;
  formats: Formats;
  /** Has the data source of the exercise, if it still exists. */
  sources: readonly DataSource[];
}

/** The kinds of which people know the minutes for a distance rather than the speed. */
const paces: ReadonlyMap<string, 'pace' | 'swimPace'> = new Map([
  [getActivityTypeId('run'), 'pace'],
  [getActivityTypeId('walk'), 'pace'],
  [getActivityTypeId('hike'), 'pace'],
  [getActivityTypeId('swim'), 'swimPace'],
]);

/** Returns how the speed of an exercise is told: as a pace, or as the speed. */
export function findSpeedKind({ exercise }: Exercise): 'pace' | 'swimPace' | 'speed' {
  return paces.get(findRootId(exercise.id) ?? '') ?? 'speed';
}

const importedId = getActivityTypeId('other_import');

/**
 * Returns the name of the activity of an exercise, for its person. An activity that is unknown has
 * the name of the app that sent it, which is in the language of the phone.
 */
export function getExerciseName(
  { exercise: { id }, source }: Pick<Exercise, 'exercise' | 'source'>,
  language: Language,
): string {
  const isNamed = id === importedId && source?.inbox_id !== undefined;
  if (isNamed && source.remote_activity !== '') return source.remote_activity;
  return findActivityName(id, language) ?? exerciseTexts[language].unknownExercise(id);
}

/** Lists the numbers by which people compare workouts. */
export function listStatistics(
  entry: Exercise,
  view: Omit<FactsView, 'sources'>,
): Statistic[] {
  const { words, formats } = view;
  const { distance = 0, duration, source } = entry;
  const calories = findCalories(entry);
  const kind = findSpeedKind(entry);
  const speed = distance / duration;
  const texts = [
    {
      label: words.distance,
      text: distance > 0 && formats.workoutDistance(distance, source === undefined),
    },
    { label: words.duration, text: formats.duration(duration) },
    {
      label: kind === 'speed' ? words.speed : words.pace,
      text: speed > 0 && formats[kind](speed),
    },
  ];
  const statistics: Statistic[] = texts.flatMap(({ label, text }) =>
    text === false ? [] : { label, value: text },
  );
  if (calories === null) return statistics;
  const energy = { label: words.energy, value: formats.energy(calories) };
  const { value } = energy;
  const estimate = { ...energy, value: words.about(value), comparison: words.estimated };
  return [...statistics, isEstimated(entry) ? estimate : energy];
}

/** Lists the other facts of an exercise, of which the unknown ones have no value. */
export function listFacts(entry: Exercise, { words, formats, sources }: FactsView) {
  const { avg_heart_rate, max_heart_rate, max_speed, elevation_change, source } = entry;
  const heartRates = [
    avg_heart_rate !== undefined &&
      words.averageHeartRate(formats.amount(avg_heart_rate)),
    max_heart_rate !== undefined && words.maxHeartRate(formats.amount(max_heart_rate)),
  ].filter((part) => part !== false);
  const device = sources.find(({ id }) => id === source?.data_source_id);
  const toFact = (
    label: string,
    value: number | undefined,
    format: (value: number) => string,
  ) => ({ label, value: value === undefined ? undefined : format(value) });
  return [
    {
      label: words.heartRate,
      value: heartRates.length > 0 ? heartRates.join(', ') : undefined,
    },
    toFact(words.maxSpeed, max_speed, formats.speed),
    toFact(words.elevation, elevation_change, formats.elevation),
    { label: words.device, value: device?.name ?? device?.device.name },
  ];
}

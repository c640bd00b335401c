import { toExportedId } from '#functions/diary/entry/origin.ts';
import {
  type ExportedWorkout,
  importExportedWorkouts,
} from '#functions/diary/workout-import/import-exported-workouts.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { table } from './fixtures.ts';

/** Imports the run of `importedRun` at a provider, as the export of an account has it. */
export async function importExportedRun(
  user_id: string,
  type: string,
  numbers: Partial<ExportedWorkout['exercise']> = {},
  facts: Partial<ExportedWorkout['facts']> = {},
): Promise<void> {
  const batch = '1';
  const activity_type_id = getActivityTypeId('run');
  const [date, duration] = ['2026-11-20', 1800];
  const start_time = `${date}T17:00:00Z`;
  const workout: ExportedWorkout = {
    batch,
    file_id: toExportedId(type, batch),
    exercise: {
      type: 'exercise',
      date,
      start_time,
      duration,
      exercise: { id: activity_type_id },
      energy: { unit: 'calories', value: 300 },
      ...numbers,
    },
    remote_activity: 'Running',
    remote_connection_type: type,
    original: { origin: 'connection', remote_connection_type: type },
    facts: {
      date,
      start: Date.parse(start_time) / 1000,
      duration,
      activity_type_id,
      root_id: activity_type_id,
      ...facts,
    },
    decisions: new Map(),
  };
  const now = new Date('2026-11-22T12:00:00Z');
  const by = { user_id, import_id: '1', isReread: false };
  const origin = { ...by, file_name: 'export.zip' };
  const outcomes = await importExportedWorkouts(
    table(),
    { ...origin, madeAt: Number(now), workouts: [workout], checks: [] },
    now,
  );
  if (outcomes?.[0]?.outcome !== 'created') throw new Error('The run is not imported.');
}

import {
  type FileImport,
  type FileOutcome,
  importFileWorkouts,
  type RecordedFileWorkout,
} from '#functions/diary/workout-import/import-file-workouts.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import type { Table } from '#shared/table/table.ts';
import { table } from './fixtures.ts';
import { newCurves, withOwnCurves } from './workout-series.ts';

/** The run of `importedRun`, as the file of a watch has it. */
export const recordedRun: RecordedFileWorkout = {
  start_time: '2026-11-20T17:00:00Z',
  utc_offset: 0,
  duration: 1800,
  energy: 300,
  activity_type_id: getActivityTypeId('run'),
  remote_activity: 'running',
  data_source_id: 'watch',
  curves: newCurves(),
};

/** Returns a file with one workout, whose id is its name without the ending. */
export function newFile(
  file_name: string,
  ...workouts: RecordedFileWorkout[]
): FileImport['files'][number] {
  const [file_id = ''] = file_name.split('.');
  const recorded = workouts.length > 0 ? workouts.map(withOwnCurves) : [recordedRun];
  return { file_id, file_name, isExact: true, reader: 3, workouts: recorded };
}

/** Imports files, and returns the outcomes of their workouts. */
export async function importFiles(
  user_id: string,
  import_id: string,
  files: FileImport['files'],
  through: Table = table(),
): Promise<FileOutcome[]> {
  const now = new Date('2026-11-22T12:00:00Z');
  const outcomes = await importFileWorkouts(through, { user_id, import_id, files }, now);
  if (!outcomes) throw new Error('The import no longer exists.');
  return outcomes.flat();
}

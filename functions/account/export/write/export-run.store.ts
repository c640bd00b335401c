import { accountKeys } from '#functions/account/account.keys.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { type Condition, equals, isAbsent } from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import type { Table } from '#shared/table/table.ts';
import type {
  DataExport,
  DataExports,
  ExportFailure,
  ExportRequest,
  ExportRun,
} from '../data-export.ts';
import type { ExportSight } from '../export-access.store.ts';

/** An archive that is to be written. */
export interface RequestedRun {
  user_id: string;
  dataExport: DataExport;
  run: ExportRun;
}

/** Returns the archive that a message requests, or undefined if the message is outdated. */
export async function find(
  table: Table<'get'>,
  user_id: string,
  { id, archive }: ExportRequest,
): Promise<RequestedRun | undefined> {
  const item = await table.get<DataExports>(accountKeys.dataExports(user_id));
  const { run, exports = {} } = item ?? {};
  const dataExport = exports[id];
  const isCurrent = run?.export_id === id && run.archive === archive;
  return isCurrent && dataExport ? { user_id, dataExport, run } : undefined;
}

/**
 * Begins a run, whose archive leaves out what the asker may not see. From then on, no write of an
 * earlier run of the archive succeeds. Returns undefined if another run has begun since the item
 * was read.
 */
export async function begin(
  table: Table<'update'>,
  requested: RequestedRun,
  { id, sight }: { id: string; sight: ExportSight },
  now: Date,
): Promise<RequestedRun | undefined> {
  const { dataExport, run } = requested;
  const starts = run.starts + 1;
  const isDone = await writeAs(table, requested, {
    set: {
      'run.id': id,
      'run.starts': starts,
      'run.updated_at': toEpochSeconds(now),
      ...toExportAttributes(dataExport, { ...sight, state: 'running' }),
    },
    remove: ['continuation'],
  });
  if (!isDone) return undefined;
  const begun = { dataExport: { ...dataExport, ...sight }, run: { ...run, id, starts } };
  return { ...requested, ...begun };
}

/** The progress that the account shows. */
export type Progress = Pick<DataExport, 'files_done' | 'files_total'>;

/** Saves the progress. Returns false if another run has begun, or the export has ended. */
export function saveExportProgress(
  table: Table<'update'>,
  run: RequestedRun,
  progress: Progress,
  now: Date,
): Promise<boolean> {
  return writeAs(table, run, {
    set: {
      'run.updated_at': toEpochSeconds(now),
      ...toExportAttributes(run.dataExport, progress),
    },
    remove: ['continuation'],
  });
}

/**
 * Saves a complete archive, and requests the next one. Returns false as `saveExportProgress` does.
 */
export function requestNext(
  table: Table<'update'>,
  run: RequestedRun,
  members: Pick<DataExport, 'archives'> & Progress,
  position: NonNullable<ExportRun['position']>,
  now: Date,
): Promise<boolean> {
  const { id: export_id } = run.dataExport;
  const archive = run.run.archive + 1;
  const updated_at = toEpochSeconds(now);
  const nextRun: ExportRun = { export_id, archive, position, starts: 0, updated_at };
  const continuation: ExportRequest = { id: export_id, archive };
  const attributes = toExportAttributes(run.dataExport, members);
  return writeAs(table, run, { set: { ...attributes, run: nextRun, continuation } });
}

/** The members that an export has only when it is complete. */
type Completion = Required<
  Pick<
    DataExport,
    | 'archives'
    | 'files_done'
    | 'files_total'
    | 'bytes'
    | 'completed_datetime'
    | 'expires_datetime'
  >
>;

/** The end of the work on an export: that of a complete one enables its links. */
export type ExportEnd =
  | (Completion & { state: 'done' })
  | { state: 'failed'; failure: ExportFailure };

/** Ends the work on an export, and requests `mail`. Returns false as `saveExportProgress` does. */
export function endExport(
  table: Table<'update'>,
  run: RequestedRun,
  members: ExportEnd,
  mail: Partial<MailAttributes>,
): Promise<boolean> {
  const set = { ...toExportAttributes(run.dataExport, members), ...mail };
  return writeAs(table, run, { set, remove: ['run', 'continuation'] });
}

function toExportAttributes({ id }: DataExport, members: Partial<DataExport>) {
  const attributes = Object.entries(members).map(([name, value]) => [
    `exports.${id}.${name}`,
    value,
  ]);
  return Object.fromEntries(attributes) as Record<string, unknown>;
}

/** Writes a change if the run is still the one that began last. */
async function writeAs(
  table: Table<'update'>,
  { user_id, run: { export_id, archive, id } }: RequestedRun,
  change: Change,
): Promise<boolean> {
  const isCurrent: Condition = {
    'run.export_id': equals(export_id),
    'run.archive': equals(archive),
    'run.id': id === undefined ? isAbsent : equals(id),
  };
  const key = accountKeys.dataExports(user_id);
  const { done } = await table.updateWithoutReturnValues(key, change, isCurrent);
  return done;
}

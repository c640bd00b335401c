import type {
  DataExport,
  DataExports,
  ExportFailure,
  ExportRequest,
  ExportRun,
} from '#shared/data-export/data-export.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { belowOrAbsent, type Condition, equals } from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { MailAttributes } from '../mail/mail-request.ts';
import type { Checkpoint } from './archive/checkpoint.ts';

/** How long an invocation keeps others from the export, in seconds: longer than it can run. */
export const runLeaseSeconds = 150;

/** The right of one invocation to work on an export. */
export interface Lease {
  /** Differs for each invocation. */
  id: string;
  user_id: string;
  export_id: string;
  /** The step of the run (`ExportRun`) that the invocation works on. */
  step: number;
}

/** An export whose work an invocation has taken over. */
interface LeasedRun {
  result: 'leased';
  lease: Lease;
  run: ExportRun<Checkpoint>;
  dataExport: DataExport;
}

/** The progress that the account shows. */
export type Progress = Pick<DataExport, 'files_done' | 'files_total'>;

/**
 * A lease, or why there is none. `busy` means that another invocation has a lease. `outdated` means
 * that the requested step is not the current step.
 */
export type RunLeaseResult = LeasedRun | { result: 'busy' | 'outdated' };

/** Takes over the work on an export, unless another invocation has a lease. */
export async function leaseRun(
  table: Table<'update'>,
  user_id: string,
  { id: export_id, step }: ExportRequest,
  leaseId: string,
  now: Date,
): Promise<RunLeaseResult> {
  const isCurrent = { 'run.export_id': equals(export_id), 'run.step': equals(step) };
  const change = {
    set: {
      ...toLeaseAttributes(leaseId, now),
      [`exports.${export_id}.state`]: 'running',
    },
    remove: ['continuation'],
  };
  const outcome = await table.update<DataExports<Checkpoint>>(
    keys.dataExports(user_id),
    change,
    { ...isCurrent, 'run.lease_until': belowOrAbsent(toEpochSeconds(now)) },
  );
  const { run, exports } = (outcome.done ? outcome.item : outcome.existing) ?? {};
  const dataExport = exports?.[export_id];
  const isOutdated = run?.export_id !== export_id || run.step !== step || !dataExport;
  if (isOutdated) return { result: 'outdated' };
  if (!outcome.done) return { result: 'busy' };
  return {
    result: 'leased',
    lease: { user_id, export_id, step, id: leaseId },
    run,
    dataExport,
  };
}

function toLeaseAttributes(leaseId: string, now: Date) {
  const seconds = toEpochSeconds(now);
  return {
    'run.lease': leaseId,
    'run.lease_until': seconds + runLeaseSeconds,
    'run.updated_at': seconds,
  };
}

/** Saves the progress and extends the lease. Returns false if the lease was lost. */
export function saveCheckpoint(
  table: Table<'update'>,
  lease: Lease,
  checkpoint: Checkpoint,
  progress: Progress,
  now: Date,
): Promise<boolean> {
  return writeLeased(table, lease, {
    set: {
      ...toLeaseAttributes(lease.id, now),
      ...toExportAttributes(lease, progress),
      'run.checkpoint': checkpoint,
    },
    remove: ['continuation'],
  });
}

/**
 * Saves the progress, ends the lease, and requests that another invocation continues. Returns false
 * if the lease was lost.
 */
export function requestContinuation(
  table: Table<'update'>,
  lease: Lease,
  checkpoint: Checkpoint,
  progress: Progress,
  now: Date,
): Promise<boolean> {
  return writeLeased(table, lease, {
    set: {
      ...toExportAttributes(lease, progress),
      ...toNextStepAttributes(lease, now),
      'run.checkpoint': checkpoint,
    },
    remove: ['run.lease', 'run.lease_until'],
  });
}

/**
 * Discards the progress, and requests that another invocation starts again. Returns false if the
 * lease was lost.
 */
export function requestRestart(
  table: Table<'update'>,
  lease: Lease,
  restarts: number,
  now: Date,
): Promise<boolean> {
  return writeLeased(table, lease, {
    set: { ...toNextStepAttributes(lease, now), 'run.restarts': restarts },
    remove: ['run.lease', 'run.lease_until', 'run.checkpoint'],
  });
}

/** Returns the attributes that begin the next step and request it from the queue. */
function toNextStepAttributes({ export_id, step }: Lease, now: Date) {
  const nextStep = step + 1;
  const continuation: ExportRequest = { id: export_id, step: nextStep };
  return { 'run.step': nextStep, 'run.updated_at': toEpochSeconds(now), continuation };
}

/** The members that an export has only when it is complete. */
export type Completion = Required<
  Pick<
    DataExport,
    'files_done' | 'files_total' | 'bytes' | 'completed_datetime' | 'expires_datetime'
  >
>;

/**
 * Ends the work on a complete export. The same write requests `mail`. Returns false if the lease
 * was lost.
 */
export function complete(
  table: Table<'update'>,
  lease: Lease,
  completion: Completion,
  mail: Partial<MailAttributes>,
): Promise<boolean> {
  const members = toExportAttributes(lease, { ...completion, state: 'done' });
  return writeLeased(table, lease, {
    set: { ...members, ...mail },
    remove: ['run', 'continuation'],
  });
}

/**
 * Ends the work on an export that cannot be completed. The same write requests `mail`. Returns
 * false if the lease was lost.
 */
export function fail(
  table: Table<'update'>,
  lease: Lease,
  failure: ExportFailure,
  mail: Partial<MailAttributes>,
): Promise<boolean> {
  const members = toExportAttributes(lease, { state: 'failed', failure });
  return writeLeased(table, lease, {
    set: { ...members, ...mail },
    remove: ['run', 'continuation'],
  });
}

function toExportAttributes({ export_id }: Lease, members: Partial<DataExport>) {
  const attributes = Object.entries(members).map(([name, value]) => [
    `exports.${export_id}.${name}`,
    value,
  ]);
  return Object.fromEntries(attributes) as Record<string, unknown>;
}

/** Writes a change if the invocation still has the lease. Returns false if the lease was lost. */
async function writeLeased(
  table: Table<'update'>,
  { user_id, id, step }: Lease,
  change: Change,
): Promise<boolean> {
  const isHeld: Condition = { 'run.lease': equals(id), 'run.step': equals(step) };
  const key = keys.dataExports(user_id);
  const { done } = await table.updateWithoutReturnValues(key, change, isHeld);
  return done;
}

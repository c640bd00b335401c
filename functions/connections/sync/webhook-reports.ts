import type { WebhookReport } from '#functions/connections/connection/sync-request.store.ts';
import type {
  LeasedConnection,
  SyncProgress,
} from '#functions/connections/connection/sync-state.store.ts';
import {
  firstSyncDays,
  getImportStart,
  type SyncState,
} from '#functions/connections/connection/sync-state.ts';
import {
  putReported,
  putReportedSince,
  type ReportedWorkout,
  toCheckState,
} from '#functions/connections/connection/workout-checks.ts';
import { listedDays } from '#functions/connections/provider-definition/list-workouts.ts';
import { findProvider } from '#functions/connections/providers/find-provider.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

/**
 * Takes what webhooks have reported while another sync ran, and returns the progress with it. What
 * has no room is left again.
 */
export function takeReports(connection: LeasedConnection, now: Date) {
  const taken: string[] = [];
  let noted: SyncProgress = {};
  for (const text of connection.sync_reports ?? []) {
    const changed = addReport({ ...connection, ...noted }, JSON.parse(text), now);
    if (!changed) continue;
    noted = { ...noted, ...changed };
    taken.push(text);
  }
  return { taken, noted };
}

/**
 * Returns the progress with which a sync looks at what a webhook reported, or undefined if the
 * connection has no room for it.
 */
export function addReport(
  connection: LeasedConnection,
  report: WebhookReport,
  now: Date,
): SyncProgress | undefined {
  if (report.measurement_kind !== undefined) return addReportedKind(connection, report);
  const reported = findReported(connection.type, report);
  return reported
    ? addReportedWorkout(connection, reported, now)
    : addReportedSince(connection, report, now);
}

/** Returns the progress with which a sync reads a kind of values of the body again. */
function addReportedKind(
  { sync_measured: measured = {}, type }: LeasedConnection,
  { measurement_kind: name = '', changed_since }: WebhookReport,
): SyncProgress {
  const isKnown = findProvider(type)?.measurements?.some((kind) => kind.name === name);
  if (!isKnown) return {};
  const { reported_since: earlier = '9' } = measured[name] ?? {};
  const day = changed_since?.slice(0, 10) ?? '9';
  const [reported_since = day] = [day, earlier].toSorted();
  return {
    sync_measured: { ...measured, [name]: { ...measured[name], reported_since } },
  };
}

/** Returns the workout that a webhook has reported, if it can be fetched alone. */
export function findReported(
  type: string,
  { workout_id: id, workout_deleted: isDeleted = false }: WebhookReport,
): ReportedWorkout | undefined {
  const canFetch = findProvider(type)?.fetchWorkout !== undefined;
  return canFetch && id !== undefined ? { id, isDeleted } : undefined;
}

/**
 * Returns the progress with which a later sync looks at a reported workout, unless this one finds
 * out what has become of it. Returns undefined if the connection has no room for it.
 */
function addReportedWorkout(
  { sync_checks = [] }: SyncState,
  reported: ReportedWorkout,
  now: Date,
): SyncProgress | undefined {
  const checks = putReported(sync_checks, reported, toEpochSeconds(now));
  return checks && toCheckState(checks);
}

/**
 * Returns the progress with which the next list goes back to workouts that a webhook reported
 * without their ids, and to those before them. It goes back some days in any case.
 */
function addReportedSince(
  connection: LeasedConnection,
  { changed_since }: WebhookReport,
  now: Date,
): SyncProgress {
  const dayMs = 86_400_000;
  const changedAt = Date.parse(changed_since ?? '');
  if (!(changedAt < now.getTime() - listedDays * dayMs)) return {};
  // A deletion is certain only if the list has an earlier workout.
  const earliest = changedAt - firstSyncDays * dayMs;
  const start = Math.max(earliest, getImportStart(connection).getTime());
  const { sync_checks = [] } = connection;
  const from = new Date(start).toISOString();
  return toCheckState(putReportedSince(sync_checks, from, toEpochSeconds(now)));
}

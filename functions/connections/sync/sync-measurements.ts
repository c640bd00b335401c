import * as processing from '#functions/auth/identity/processing.store.ts';
import {
  firstSyncDays,
  type MeasuredState,
} from '#functions/connections/connection/sync-state.ts';
import { listedDays } from '#functions/connections/provider-definition/list-workouts.ts';
import {
  isGranted,
  type MeasuredDays,
  type MeasurementKind,
} from '#functions/connections/provider-definition/measurement-kind.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds, toUtcDate } from '#shared/runtime/time.ts';
import { later, readMeasuredDays } from './read-measured-days.ts';
import {
  addProgress,
  fail,
  type Step,
  type Sync,
  type SyncFailure,
  succeed,
} from './steps.ts';

/**
 * Seconds between two reads of a kind: a bit less than between two daily syncs, and less if the
 * person asks for a sync. One that a webhook has reported is always read.
 */
const readIntervals = { due: 23 * 3600, person: 900, reported: Infinity } as const;

/** The days to which a webhook can let a read go back. */
const maxReportedDays = 90;

/** The reads without a response after which a kind waits for the next day. */
const maxFailures = 3;

/**
 * Reads the kinds of values of the body that are due: once a day, when a webhook has reported them,
 * and when the person asks for a sync. Each takes one request for each of its pages. Without the
 * consent of the person, nothing is read.
 */
export async function syncMeasurements(
  begun: Sync,
  wanted: keyof typeof readIntervals,
): Promise<Step> {
  const now = toEpochSeconds(begun.getNow());
  const pause = wanted === 'person' ? readIntervals.person : readIntervals.due;
  const kinds = listGranted(begun).filter((kind) => {
    const { read_at = 0, tried_at = 0, reported_since } = getState(begun, kind);
    const isDue = reported_since !== undefined || read_at <= now - readIntervals[wanted];
    return isDue && tried_at <= now - pause;
  });
  if (kinds.length === 0) return succeed(begun);
  if (!(await processing.hasGivenConsent(begun.table, begun.ids.user_id)))
    return succeed(begun);
  let sync = begun;
  for (const kind of kinds) {
    const read = await readKind(sync, kind);
    if (!read.ok) return read;
    sync = read.sync;
    // The person has withdrawn the consent meanwhile.
    if (!hasSettled(sync, kind, now)) break;
  }
  return succeed(sync);
}

/** Returns whether a kind was read, or is not read again today. */
function hasSettled(sync: Sync, kind: MeasurementKind, since: number): boolean {
  const { read_at = 0, tried_at = 0, is_refused } = getState(sync, kind);
  return is_refused === true || Math.max(read_at, tried_at) >= since;
}

/** Lists the kinds of values of the body that a connection may read. */
export function listGranted({ provider, connection }: Sync): MeasurementKind[] {
  const { measurements: kinds = [] } = provider;
  return kinds.filter((kind) => isGranted(kind, provider, connection));
}

/** Returns what is known of a kind. */
export function getState({ connection }: Sync, { name }: MeasurementKind): MeasuredState {
  return connection.sync_measured?.[name] ?? {};
}

/** Notes what is known of a kind. */
export function withState(sync: Sync, kind: MeasurementKind, state: MeasuredState): Sync {
  const { sync_measured } = sync.connection;
  const known = { ...getState(sync, kind), ...state };
  return addProgress(sync, { sync_measured: { ...sync_measured, [kind.name]: known } });
}

async function readKind(begun: Sync, kind: MeasurementKind): Promise<Step> {
  const days = findDays(getState(begun, kind), begun.getNow());
  const read = await readMeasuredDays(begun, kind, days);
  if (!read.ok) return settleFailure(read.sync, kind, read.error);
  if (!read.value) return succeed(read.sync);
  const { is_subscribed } = getState(read.sync, kind);
  const read_at = toEpochSeconds(read.sync.getNow());
  const sync_measured = {
    ...read.sync.connection.sync_measured,
    [kind.name]: compact({ is_subscribed, read_at }),
  };
  return succeed(addProgress(read.sync, { sync_measured }));
}

/** Reads the values of the body of earlier days, of which the person has asked for all. */
export async function readEarlierMeasurements(
  begun: Sync,
  days: MeasuredDays,
): Promise<Step> {
  const kinds = listGranted(begun);
  const { table, ids } = begun;
  const mayRead =
    kinds.length > 0 && (await processing.hasGivenConsent(table, ids.user_id));
  let sync = begun;
  for (const kind of mayRead ? kinds : []) {
    const read = await readMeasuredDays(sync, kind, days);
    if (!read.ok) return read;
    sync = read.sync;
  }
  return succeed(sync);
}

/**
 * Returns the days that a read lists: the last week, and those since the read before it. The first
 * one goes back as far as a first import of workouts.
 */
function findDays({ read_at, reported_since }: MeasuredState, now: Date): MeasuredDays {
  const today = toUtcDate(now);
  const back = addDays(today, -(read_at === undefined ? firstSyncDays : listedDays));
  const lastRead = read_at === undefined ? back : toUtcDate(new Date(read_at * 1000));
  const earliest =
    [back, addDays(lastRead, -1), reported_since ?? back].toSorted()[0] ?? back;
  const limit = addDays(today, -maxReportedDays);
  // East of UTC, the next day may have begun.
  return { first: later(earliest, limit), last: addDays(today, 1) };
}

/**
 * Settles that a kind could not be read. That ends the sync if it says something about the account
 * or may soon be over. Otherwise workouts and other kinds are imported without it.
 */
function settleFailure(sync: Sync, kind: MeasurementKind, error: SyncFailure): Step {
  const { failures: earlier = 0 } = getState(sync, kind);
  const tried_at = toEpochSeconds(sync.getNow());
  const isRefused = error.kind === 'unauthorized' && sync.access.isAllowed;
  if (isRefused || error.kind === 'insufficient_scope') {
    // A proxy can refuse, too, so it takes two refusals a day apart, as for workouts.
    const { refused_since = tried_at } = getState(sync, kind);
    const isFinal = refused_since <= tried_at - readIntervals.due;
    const state = isFinal ? { is_refused: true as const } : { refused_since, tried_at };
    return succeed(withState(sync, kind, state));
  }
  const isLasting = ['malformed', 'rejected', 'not_found'].includes(error.kind);
  const failures = earlier + 1;
  if (isLasting || (error.kind === 'unavailable' && failures >= maxFailures))
    return succeed(withState(sync, kind, { tried_at, failures: 0 }));
  const isCounted = error.kind === 'unavailable';
  return fail(isCounted ? withState(sync, kind, { failures }) : sync, error);
}

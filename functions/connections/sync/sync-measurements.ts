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
import { addDays, isWithin } from '#functions/diary/entry/dates.ts';
import type { ListedDays } from '#functions/diary/measurement/add-values.ts';
import { listMonths } from '#functions/diary/measurement/list/query.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import type { SentMeasurement } from '#functions/diary/measurement/measurement.ts';
import type { MeasurementReading } from '#functions/diary/measurement/measurement-input.ts';
import { readMeasurements } from '#functions/diary/measurement/readings.ts';
import { toAttribution } from '#functions/diary/workout-import/attribution.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds, toUtcDate } from '#shared/runtime/time.ts';
import { callProvider } from './call-provider.ts';
import { findDataSource } from './find-data-source.ts';
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

/** The most pages of a kind that a sync reads. Most have one. */
const maxPages = 10;

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
  const readings: MeasurementReading[] = [];
  let sync = begun;
  let position: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { context } = sync;
    const start = position;
    const listed = await callProvider(sync, (account) =>
      kind.list(context, account, days, start),
    );
    sync = listed.sync;
    if (!listed.ok) return settleFailure(sync, kind, listed.error);
    readings.push(...listed.value.readings);
    position = listed.value.next;
    // A list that repeats a page has no end.
    if (position === undefined || position === start) break;
  }
  const isWhole = position === undefined;
  return storeRead(sync, kind, { readings, days, isWhole });
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

interface KindRead {
  readings: readonly MeasurementReading[];
  days: MeasuredDays;
  /** Whether there are no further pages. */
  isWhole: boolean;
}

/** Stores what was read. What the provider no longer has in these days is deleted. */
async function storeRead(
  sync: Sync,
  kind: MeasurementKind,
  { readings, days, isWhole }: KindRead,
): Promise<Step> {
  const found = await findDataSource(sync, undefined);
  if (!found.ok) return found;
  const { table, ids, connection, policy, getNow } = found.sync;
  const read = readMeasurements(await withSleepDays(found.sync, readings));
  // Lists also have the days around them, because days differ by time zone.
  const near = { first: addDays(days.first, -1), last: addDays(days.last, 1) };
  const sent = read.filter(({ date }) => isWithin(near, date));
  const listed = isWhole ? toListed(kind, days, sent) : undefined;
  const source = {
    kind: 'connection' as const,
    remote_connection_type: connection.type,
    remote_connection_id: ids.remote_connection_id,
    remote_id: connection.remote_id,
    ...compact({
      data_source_id: found.value,
      attribution: toAttribution(policy, undefined),
    }),
  };
  const stored = await measurements.store(table, ids.user_id, { source, sent, listed });
  // Without the consent, which ends all reads.
  if (!stored) return succeed(found.sync);
  const { is_subscribed } = getState(found.sync, kind);
  const read_at = toEpochSeconds(getNow());
  const sync_measured = {
    ...connection.sync_measured,
    [kind.name]: compact({ is_subscribed, read_at }),
  };
  return succeed(addProgress(found.sync, { sync_measured }));
}

/**
 * Returns the days whose values are deleted unless they were listed. A provider out of order may
 * list nothing, so these days begin after the first listed value.
 */
function toListed(
  { types }: MeasurementKind,
  days: MeasuredDays,
  sent: readonly SentMeasurement[],
): ListedDays | undefined {
  const [earliest] = sent.map(({ date }) => date).toSorted();
  if (earliest === undefined) return undefined;
  const first = later(days.first, addDays(earliest, 1));
  const listed = { first, last: later(days.last, first) };
  const months = listMonths({ types, ...listed }) ?? [];
  return { has: (date) => isWithin(listed, date), months };
}

/** Sets the days of readings that only name the sleep in which they were measured. */
async function withSleepDays(
  { table, ids, getNow }: Sync,
  readings: readonly MeasurementReading[],
): Promise<readonly MeasurementReading[]> {
  const dates = readings.flatMap(({ sleep_id, date }) =>
    sleep_id && date ? [date] : [],
  );
  const [first] = dates.toSorted();
  if (first === undefined) return readings;
  const last = addDays(toUtcDate(getNow()), 1);
  const months = listMonths({ types: ['sleep'], first: addDays(first, -1), last }) ?? [];
  const stored = await measurements.list(
    { table, user_id: ids.user_id, hidden_types: [] },
    months,
  );
  const dayById = new Map(
    stored.map(({ measured: { external_id, date } }) => [external_id, date]),
  );
  return readings.map((reading) => {
    const date = reading.sleep_id && dayById.get(reading.sleep_id);
    return date ? { ...reading, date } : reading;
  });
}

function later(one: string, other: string): string {
  const [, last = other] = [one, other].toSorted();
  return last;
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

import type {
  MeasuredDays,
  MeasurementKind,
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
import { toUtcDate } from '#shared/runtime/time.ts';
import { callProvider } from './call-provider.ts';
import { findDataSource } from './find-data-source.ts';
import { fail, type Step, type Sync, succeed } from './steps.ts';

/** The most pages of a kind that a sync reads. Most have one. */
const maxPages = 10;

/** Reads the values of a kind of some days, and stores them. Returns whether they were stored. */
export async function readMeasuredDays(
  begun: Sync,
  kind: MeasurementKind,
  days: MeasuredDays,
): Promise<Step<boolean>> {
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
    if (!listed.ok) return fail(sync, listed.error);
    readings.push(...listed.value.readings);
    position = listed.value.next;
    // A list that repeats a page has no end.
    if (position === undefined || position === start) break;
  }
  const isWhole = position === undefined;
  return storeRead(sync, kind, { readings, days, isWhole });
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
): Promise<Step<boolean>> {
  const found = await findDataSource(sync, undefined);
  if (!found.ok) return found;
  const { table, ids, connection, policy } = found.sync;
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
  const batch = { source, sent, listed };
  const stored = await measurements.storeInParts(table, ids.user_id, batch);
  // Without the consent, which ends all reads, nothing is.
  return succeed(found.sync, stored !== undefined);
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

/** Returns the later one of two days. */
export function later(one: string, other: string): string {
  const [, last = other] = [one, other].toSorted();
  return last;
}

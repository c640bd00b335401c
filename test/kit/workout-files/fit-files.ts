import { type BuiltMessage, message } from './fit-encoder.ts';
import type { FitValues } from './fit-profile.ts';

/** An activity that a test describes. Times are ISO 8601 in UTC. */
export interface BuiltActivity {
  file?: FitValues<'file_id'>;
  sessions?: readonly FitValues<'session'>[];
  records?: readonly FitValues<'record'>[];
  /** The local time at the end, as the device shows it, with `Z`. */
  localEnd?: string | number | undefined;
  end?: string;
  /** Further messages, which come before the records. */
  more?: readonly BuiltMessage[];
}

/** Lists the messages of an activity in the usual order: its sums are at its end. */
export function listActivityMessages({
  file,
  sessions = [],
  records = [],
  localEnd,
  end,
  more = [],
}: BuiltActivity): BuiltMessage[] {
  const ends = sessions.map(({ timestamp }) => timestamp);
  const activity = {
    timestamp: end ?? ends.at(-1),
    num_sessions: sessions.length,
    local_timestamp: localEnd,
  };
  return [
    message('file_id', { ...garminWatch, ...file }),
    ...more,
    ...records.map((values) => message('record', values)),
    ...sessions.map((values) => message('session', values)),
    ...(activity.timestamp === undefined ? [] : [message('activity', activity)]),
  ];
}

/** The file of a watch of which the tests know the name. */
const garminWatch = {
  type: 4,
  manufacturer: 1,
  product: 2691,
  serial_number: 3_949_668_594,
  time_created: '2026-03-01T09:00:00Z',
} satisfies FitValues<'file_id'>;

interface RecordOptions {
  start: string;
  count: number;
  /** Seconds between two records. */
  interval?: number;
  from?: readonly [latitude: number, longitude: number];
  toValues?: (index: number) => FitValues<'record'>;
}

/** Lists records that go straight north, or stay indoors if they start nowhere. */
export function listRecords({
  start,
  count,
  interval = 1,
  from,
  toValues = () => ({}),
}: RecordOptions): FitValues<'record'>[] {
  const startMs = Date.parse(start);
  return Array.from({ length: count }, (_, index) => ({
    timestamp: new Date(startMs + index * interval * 1000).toISOString(),
    ...(from && { position_lat: from[0] + index * 0.0001, position_long: from[1] }),
    ...toValues(index),
  }));
}

import { encodeFit } from '#kit/workout-files/fit-encoder.ts';
import { listActivityMessages, listRecords } from '#kit/workout-files/fit-files.ts';
import { buildGpx, buildTcx, listPoints } from '#kit/workout-files/xml-files.ts';

export const formats = ['fit', 'gpx', 'tcx'] as const;

export type Format = (typeof formats)[number];

const defaultStart = '2026-03-01T09:00:00Z';
const from = [52.52, 13.4] as const;

/** Builds a file with a point for each second. */
export function buildLongFile(
  format: Format,
  seconds: number,
  start = defaultStart,
): Buffer {
  if (format === 'fit') return buildLongFit(seconds, start);
  const points = listPoints({
    start,
    count: seconds,
    interval: 1,
    from,
    step: 0.000_03,
    ele: (index) => 34 + (index % 600) / 10,
    hr: (index) => 120 + (index % 50),
  });
  const laps = [{ start, seconds, meters: seconds * 3, calories: 600, points }];
  return Buffer.from(
    format === 'gpx'
      ? buildGpx({ tracks: [{ type: 'running', segments: [points] }] })
      : buildTcx([{ sport: 'Running', id: start, laps }]),
  );
}

function buildLongFit(seconds: number, start: string): Buffer {
  const session = {
    timestamp: new Date(Date.parse(start) + seconds * 1000).toISOString(),
    start_time: start,
    sport: 1,
    total_timer_time: seconds,
    total_distance: seconds * 3,
  };
  const records = listRecords({
    start,
    count: seconds,
    from,
    toValues: (index) => ({
      heart_rate: 120 + (index % 50),
      distance: index * 3,
      enhanced_speed: 3,
      enhanced_altitude: 34 + (index % 600) / 10,
    }),
  });
  const file = { time_created: start };
  return encodeFit(listActivityMessages({ file, sessions: [session], records }));
}

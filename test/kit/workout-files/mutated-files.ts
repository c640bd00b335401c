import { gzipSync } from 'node:zlib';
import { createRandom, type Random } from '../random.ts';
import { encodeFit, message } from './fit-encoder.ts';
import { listActivityMessages, listRecords } from './fit-files.ts';
import type { FitValues } from './fit-profile.ts';
import { buildGpx, buildTcx, listPoints } from './xml-files.ts';

const start = '2026-03-01T09:00:00Z';
const from = [52.52, 13.4] as const;

function listOriginals(): readonly Buffer[] {
  const session = {
    timestamp: '2026-03-01T09:05:00Z',
    start_time: start,
    start_position_lat: 52.52,
    start_position_long: 13.4,
    sport: 1,
    sub_sport: 3,
    total_elapsed_time: 300,
    total_timer_time: 290,
    total_distance: 1000,
    total_calories: 60,
    avg_heart_rate: 150,
    max_heart_rate: 170,
  } satisfies FitValues<'session'>;
  const records = listRecords({
    start,
    count: 40,
    from,
    toValues: (index) => ({ heart_rate: 140, enhanced_altitude: index, distance: index }),
  });
  const points = listPoints({ start, count: 20, from, ele: (i) => i * 6, hr: () => 140 });
  const laps = [{ start, seconds: 300, meters: 1000, calories: 60, avgHr: 150, points }];
  const more = [message('sport', { sport: 2, sub_sport: 7, name: 'Road' })];
  const whole = listActivityMessages({
    sessions: [session],
    records,
    more,
    localEnd: '2026-03-01T10:05:00Z',
  });
  const fit = encodeFit(whole);
  const gpx = Buffer.from(buildGpx({ tracks: [{ type: 'run', segments: [points] }] }));
  const tcx = Buffer.from(
    buildTcx([{ sport: 'Running', id: start, laps, device: 'Edge' }]),
  );
  return [
    fit,
    encodeFit(listActivityMessages({ records, more }), { hasCompressedTimes: true }),
    encodeFit(whole, { isBigEndian: true, headerSize: 12 }),
    // A changed bit makes most numbers of this one very large, and a fraction of others.
    encodeFit(listActivityMessages({ sessions: [session] }), { numberType: 'float64' }),
    Buffer.concat([fit, encodeFit(listActivityMessages({ sessions: [session] }))]),
    gpx,
    Buffer.from(`\uFEFF${gpx}`, 'utf16le'),
    tcx,
    gzipSync(fit),
    gzipSync(gpx),
  ];
}

/** Bytes that often stand at the edges of what a format allows. */
const edges = [0x00, 0x01, 0x0e, 0x3c, 0x3e, 0x22, 0x26, 0x40, 0x7f, 0x80, 0xfe, 0xff];

/** Ways to change a file at a place. `other` is another file. */
const mutations: readonly ((
  bytes: Buffer,
  at: number,
  random: Random,
  other: Buffer,
) => Buffer)[] = [
  // A bit.
  (bytes, at, random) => write(bytes, at, (bytes[at] ?? 0) ^ (1 << random.integer(0, 7))),
  // A byte.
  (bytes, at, random) => write(bytes, at, random.integer(0, 255)),
  (bytes, at, random) => write(bytes, at, random.pick(edges)),
  // An end that is missing, a part that is missing, and one that is there twice.
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at, random) =>
    join(bytes.subarray(0, at), bytes.subarray(at + random.integer(0, 39))),
  (bytes, at, random) =>
    join(bytes.subarray(0, at), bytes.subarray(at - random.integer(0, 39))),
  // Bytes in between, and the end of another file.
  (bytes, at, random) =>
    join(
      bytes.subarray(0, at),
      Buffer.alloc(random.integer(0, 299), random.integer(0, 255)),
      bytes.subarray(at),
    ),
  (bytes, at, random, other) =>
    join(bytes.subarray(0, at), other.subarray(random.integer(0, other.length - 1))),
];

/** Lists files that a seed determines. Each is a good one with up to 4 changes. */
export function* listMutatedFiles(seed: number, count: number): Generator<Buffer> {
  const random = createRandom(seed);
  const originals = listOriginals();
  for (let number = 0; number < count; number += 1) {
    let bytes = random.pick(originals);
    const changes = random.integer(1, 4);
    for (let change = 0; change < changes; change += 1) {
      const mutate = random.pick(mutations);
      const at = random.integer(0, bytes.length);
      bytes = mutate(bytes, at, random, random.pick(originals));
    }
    yield bytes;
  }
}

function write(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  if (at < copy.length) copy.writeUInt8(value, at);
  return copy;
}

function join(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts);
}

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import FitParser from 'fit-file-parser';
import { SaxesParser } from 'saxes';
import {
  decodeFile,
  maxFileBytes,
} from '#functions/diary/file-import/formats/decode-file.ts';
import { encodeCurves } from '#functions/diary/series/series-codec.ts';
import { listMutatedFiles } from '#kit/workout-files/mutated-files.ts';
import { formatRecords } from '../report.ts';
import type { Section } from '../service-under-bench.ts';
import { measureTime, median } from '../statistics.ts';
import { buildLongFile, type Format, formats } from './long-files.ts';

const context = { timeZone: 'Europe/Berlin' };

/** Seconds of the recordings. */
const [hour, day] = [3600, 86_400] as const;

const mutatedCount = 100_000;

/** The parsers beside which the decoders are measured. */
const bareParsers: Readonly<Record<Format, (bytes: Buffer) => Promise<unknown>>> = {
  fit: (bytes) => new FitParser({ force: true }).parseAsync(Buffer.from(bytes)),
  gpx: parseXml,
  tcx: parseXml,
};

/** Reads all elements and texts of a document, and keeps none. */
async function parseXml(bytes: Buffer): Promise<number> {
  let count = 0;
  const parser = new SaxesParser();
  const add = () => {
    count += 1;
  };
  parser.on('opentag', add);
  parser.on('closetag', add);
  parser.on('text', add);
  parser.write(bytes.toString()).close();
  return count;
}

/** Decodes recordings of an hour in turn with the bare parser of their format. */
async function measureFormat(format: Format, runs: number) {
  const bytes = buildLongFile(format, hour);
  const times: number[] = [];
  const bareTimes: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    times.push(await measureTime(async () => decodeFile(bytes, 'run', context)));
    bareTimes.push(await measureTime(() => bareParsers[format](bytes)));
  }
  const [time, bareTime] = [median(times), median(bareTimes)];
  return {
    format: format.toUpperCase(),
    kilobytes: Math.round(bytes.length / 1024),
    files: Math.round(1000 / time),
    bareFiles: Math.round(1000 / bareTime),
    ratio: (time / bareTime).toFixed(2),
    memory: measureMemory(format),
    ...measureSeries(bytes),
  };
}

/** Returns the bytes of the series of a recording, and what it adds to the units of its entry. */
function measureSeries(bytes: Buffer) {
  const decoded = decodeFile(bytes, 'run', context);
  const [workout] = decoded.outcome === 'workouts' ? decoded.workouts : [];
  if (!workout?.curves) throw new Error('The recording has no curves.');
  const { series, outline } = encodeCurves(workout.curves);
  const kilobytes = (series.length + (outline?.length ?? 0)) / 1024;
  return { series: kilobytes.toFixed(1), writeUnits: 2 * Math.ceil(kilobytes) };
}

/** Returns the MB that a recording of a day takes, besides its bytes. */
function measureMemory(format: Format): number {
  const child = join(import.meta.dirname, 'decode-child.ts');
  const flags = ['--expose-gc', '--max-old-space-size=230', '--max-semi-space-size=12'];
  const output = execFileSync(process.execPath, [...flags, child, format, String(day)]);
  return Math.round(Number(output));
}

async function measureHostileFiles() {
  const rows = [];
  for (const [title, build] of Object.entries(hostileFiles)) {
    const bytes = build();
    const ms = await measureTime(async () => decodeFile(bytes, 'run.gpx', context));
    rows.push({
      title,
      megabytes: Math.round(bytes.length / 1024 ** 2),
      ms: Math.round(ms),
    });
  }
  return rows;
}

/** Decodes files that are broken by chance. One that crashes the decoder ends the benchmark. */
async function measureMutatedFiles(): Promise<string> {
  const counts = { workouts: 0, skipped: 0, unreadable: 0 };
  let slowest = 0;
  const started = performance.now();
  for (const bytes of listMutatedFiles(Date.now(), mutatedCount)) {
    const before = performance.now();
    const { outcome } = decodeFile(bytes, 'run.fit', context);
    slowest = Math.max(slowest, performance.now() - before);
    counts[outcome] += 1;
    // Streams of zlib that failed end after the current turn of the event loop.
    if (outcome === 'unreadable') await setImmediate();
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  return (
    `${mutatedCount} broken files took ${seconds} s, the slowest ${Math.ceil(slowest)} ms. ` +
    `${counts.workouts} had workouts, ${counts.skipped} were skipped, and ` +
    `${counts.unreadable} were unreadable.`
  );
}

/** Measures the decoders of workout files beside bare parsers, and with hostile files. */
export const workoutFiles: Section = async ({ runs }) => {
  const rows = [];
  for (const format of formats) {
    rows.push(await measureFormat(format, Math.max(21, runs)));
  }
  const columns = {
    format: 'an hour of points',
    kilobytes: 'KB',
    files: 'files a second',
    bareFiles: 'of the bare parser',
    ratio: 'time of the bare parser',
    memory: 'MB for a day',
    series: 'KB of its series',
    writeUnits: 'write units more',
  };
  const hostileColumns = { title: 'a hostile file', megabytes: 'MB', ms: 'ms' };
  return [
    formatRecords(columns, rows),
    'The bare parsers are `fit-file-parser`, which reads all messages, and `saxes`. Without a\n' +
      'series, the first workout of a day takes 4 write units, those of its record and its day.',
    formatRecords(hostileColumns, await measureHostileFiles()),
    await measureMutatedFiles(),
  ].join('\n\n');
};

/** Bytes for the beginning and the end of a file that is as large as it may be. */
const margin = 1024;

/** Repeats a text or bytes until a file has almost as many bytes as it may have. */
function fill(part: string | Uint8Array): Buffer {
  return Buffer.alloc(maxFileBytes - margin, part);
}

function toGpx(inside: string): Buffer {
  const [start, end] = ['<gpx><trk><trkseg>', '</trkseg></trk></gpx>'];
  const whole = inside.length * Math.floor((maxFileBytes - margin) / inside.length);
  return Buffer.concat([
    Buffer.from(start),
    fill(inside).subarray(0, whole),
    Buffer.from(end),
  ]);
}

function toFit(...data: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt8(12, 0);
  header.writeUInt32LE(Buffer.concat(data).length, 4);
  header.write('.FIT', 8);
  return Buffer.concat([header, ...data]);
}

/** A definition of a record with a time and a heart rate. */
const recordDefinition = Buffer.from([0x40, 0, 0, 20, 0, 2, 253, 4, 0x86, 3, 1, 2]);
const point = '<trkpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</time></trkpt>';
const attributes = Array.from({ length: 300 }, (_, index) => `a${index}=""`);

/** Builds the files that take longest, each as large as a file may be. */
const hostileFiles: Readonly<Record<string, () => Buffer>> = {
  'FIT: definitions': () => toFit(fill(Buffer.from([0x40, 0, 0, 18, 0, 0]))),
  'FIT: messages without bytes': () =>
    toFit(Buffer.from([0x40, 0, 0, 20, 0, 0]), fill(Buffer.from([0]))),
  'FIT: records': () =>
    toFit(recordDefinition, fill(Buffer.from([0, 0, 0, 0, 0x40, 120]))),
  'FIT: chained files': () => fill(toFit(Buffer.from([0x40, 0, 0, 18, 0, 0]))),
  'GPX: elements': () => toGpx('<a/>'),
  'GPX: points': () => toGpx(point),
  'GPX: attributes': () => toGpx(`<a ${attributes.join(' ')}/>`),
  'GPX: long names': () => toGpx(`<${'a'.repeat(5000)}/>`),
  'GPX: lines': () => toGpx(`<a>${'\n'.repeat(10_000)}</a>`),
  'GPX: tracks': () => toGpx(`</trkseg></trk><trk><trkseg>${point}`),
  'GPX: CDATA': () => toGpx('<![CDATA[]]>'),
  'GPX: UTF-16': () =>
    Buffer.from(
      toGpx(point)
        .subarray(0, maxFileBytes / 2)
        .toString(),
      'utf16le',
    ),
  'gzip: 1 GB of zeros': () => gzipSync(Buffer.alloc(1024 ** 3)),
};

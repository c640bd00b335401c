import { fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { addDays } from '#functions/diary/entry/dates.ts';
import {
  buildHealthWorkout,
  healthExportEnd,
  healthExportStart,
} from '#kit/archives/health-export.ts';
import { buildShortGpx } from '#kit/archives/sources.ts';
import type { ListedArchive } from './archive-child.ts';
import { bundleProgram, memoryFlags, receiveMessage } from './child-process.ts';
import { markdownTable, toMegabytes } from './report.ts';
import type { Section } from './service-under-bench.ts';

/** A large archive: its files, whose content is generated while it is written. */
interface LargeArchive {
  title: string;
  files(): Iterable<readonly [name: string, content: Iterable<string | Uint8Array>]>;
}

const megabyte = 1024 * 1024;

/** Generates an export of Apple Health: mostly heart rates, and workouts at its end. */
function* generateHealthExport(bytes: number): Generator<string> {
  yield healthExportStart;
  const attributes =
    'type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" sourceVersion="26.1" ' +
    'device="&lt;&lt;HKDevice: 0x28&gt;, name:Apple Watch, manufacturer:Apple Inc.&gt;" ' +
    'unit="count/min"';
  let length = 0;
  // A stream of millions of short strings takes minutes.
  let records = '';
  for (let index = 0; length < bytes; index += 1) {
    const time = new Date(index * 5000).toISOString().slice(0, 19).replace('T', ' ');
    const times = `startDate="${time} +0100" endDate="${time} +0100"`;
    const record =
      ` <Record ${attributes} ${times} value="${60 + ((index * 7919) % 120)}">\n` +
      '  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>\n </Record>\n';
    length += record.length;
    records += record;
    if (records.length < megabyte) continue;
    yield records;
    records = '';
  }
  yield records;
  for (let day = 1; day <= 1000; day += 1) {
    const date = addDays('1970-01-01', day);
    yield buildHealthWorkout({
      workoutActivityType: 'HKWorkoutActivityTypeRunning',
      duration: '30',
      durationUnit: 'min',
      startDate: `${date} 18:30:00 +0100`,
      endDate: `${date} 19:00:00 +0100`,
    });
  }
  yield healthExportEnd;
}

function* generateZeros(): Generator<Uint8Array> {
  const zeros = Buffer.alloc(megabyte);
  for (let count = 0; count < 1024; count += 1) yield zeros;
}

function* generateTracks(count: number): Generator<[string, string[]]> {
  for (let index = 0; index < count; index += 1) {
    const start = new Date(Date.UTC(2020, 0, 1) + index * 43_200_000).toISOString();
    yield [`activities/${index}.gpx`, [buildShortGpx(start, 'running')]];
  }
}

/** Archives that are imported as a whole, too. */
export const importedArchives: readonly LargeArchive[] = [
  { title: '5,000 GPX files', files: () => generateTracks(5000) },
  {
    title: 'an export of Apple Health',
    files: () => [
      ['apple_health_export/export.xml', generateHealthExport(2048 * megabyte)],
    ],
  },
];

const archives: readonly LargeArchive[] = [
  ...importedArchives,
  { title: '1 GB of zeros', files: () => [['a.fit', generateZeros()]] },
  {
    title: '1 GB of zeros as an archive',
    files: () => [['a.zip', generateZeros()]],
  },
];

/** Writes an archive, and returns the bytes of its files. */
export async function writeLargeArchive(
  path: string,
  { files }: LargeArchive,
): Promise<number> {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(path));
  let bytes = 0;
  const count = (length: number) => {
    bytes += length;
  };
  for (const [name, content] of files())
    zip.addReadStream(Readable.from(countBytes(content, count)), name);
  zip.end();
  await written;
  return bytes;
}

function* countBytes(
  content: Iterable<string | Uint8Array>,
  count: (length: number) => void,
): Generator<string | Uint8Array> {
  for (const chunk of content) {
    count(chunk.length);
    yield chunk;
  }
}

/** Lists an archive in a process with the memory flags of a function. */
async function listInChild(program: string, path: string): Promise<ListedArchive> {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = fork(program, [path], { execArgv: [...memoryFlags], stdio: [...stdio] });
  try {
    return await receiveMessage<ListedArchive>(child);
  } finally {
    child.kill();
  }
}

const columns = [
  'archive',
  'MB',
  'MB of its files',
  'workouts',
  'else',
  'seconds',
  'MB when loaded',
  'MB at most',
];

/** Measures the memory and time of listing large archives, in a process of its own. */
export const largeArchives: Section = async () => {
  const program = await bundleProgram('archive-child');
  const folder = await mkdtemp(join(tmpdir(), 'archives-'));
  const rows: (string | number)[][] = [];
  try {
    for (const archive of archives) {
      const path = join(folder, 'archive.zip');
      const bytes = await writeLargeArchive(path, archive);
      const { size } = await stat(path);
      const listed = await listInChild(program, path);
      const megabytes = [size, bytes].map(toMegabytes);
      const memory = [listed.loaded, listed.resident].map(toMegabytes);
      const seconds = listed.seconds.toFixed(1);
      const reasons = listed.reasons.join(', ');
      rows.push([
        archive.title,
        ...megabytes,
        listed.workouts,
        reasons,
        seconds,
        ...memory,
      ]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return markdownTable(columns, rows);
};

import type { ListedDays } from '#functions/diary/measurement/add-values.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { decodeFile, maxFileBytes } from '../formats/decode-file.ts';
import {
  type DecodedFile,
  type FileContext,
  type ReadProblem,
  skipped,
  unreadable,
} from '../formats/decoded-file.ts';
import { isHealthExport, readHealthExport } from './apple-health.ts';
import { findOwnExport } from './export-manifest.ts';
import type { FileSource } from './file-source.ts';
import { collectMeasurements, type HealthMeasurements } from './health-measurements.ts';
import { type FoundRows, listSpreadsheets } from './list-table.ts';
import { type BytesLeft, collectPieces, type Pieces, readStart } from './pieces.ts';
import { type TableContext, tableName } from './scan-table.ts';
import {
  applyTable,
  decodeActivity,
  findStravaTable,
  isIndoorSport,
  type StravaTable,
} from './strava-activities.ts';
import { maxTemporaryBytes, writeTemporaryFile } from './temporary-file.ts';
import { openZip, type ZipMember } from './zip.ts';

/** Values of the body, which are listed when they are imported. */
export interface FoundMeasurements {
  outcome: 'measurements';
  measurements: Pick<HealthMeasurements, 'list'>;
  /** The days of which all values are there, so that the source no longer has others. */
  listed?: ListedDays;
}

/** A decoded file, and the SHA-256 of its bytes, which is empty if they were not read. */
export interface Decoded {
  decoded: DecodedFile | FoundMeasurements | FoundRows;
  digest: string;
}

/** A file that was found. It is decoded only if it is wanted. */
interface FoundFile {
  /** With the folders of its archive. */
  name: string;
  decode(context: FileContext): Promise<Decoded> | Decoded;
}

/** Files in their order. */
export type FoundFiles = AsyncGenerator<FoundFile, void, undefined>;

/** An archive that is listed. */
interface Archive {
  source: FileSource;
  name: string;
  /** The prefix of the names of its files, for an archive in another one. */
  prefix: string;
  left: BytesLeft;
  /** The depth to which archives in it are read: at 0, none is. */
  depth: number;
  /** The time zone of times without an offset, and what tables leave open. */
  context: TableContext;
}

/** The rules for the files of an archive. */
interface MemberContext extends Archive {
  /** The paths of the routes that are parts of workouts. */
  routes: ReadonlySet<string>;
  table: StravaTable | undefined;
}

/** The files of the archive of an export of Apple Health, which can be routes of its workouts. */
interface RouteFiles {
  /** The files by their paths, as `/<folder>/<file>`. */
  byPath: ReadonlyMap<string, ZipMember>;
  /** The paths that workouts name. */
  routes: Set<string>;
}

/**
 * Lists the files of a ZIP archive, and of the archives in it. The workouts of an export of Apple
 * Health come first, because the routes in the archive are parts of them.
 */
export async function* listArchive(archive: Archive): FoundFiles {
  const { source, name, prefix, left } = archive;
  const { members, problem } = await openZip(source, left);
  if (await findOwnExport(members)) {
    yield createUnread(name, skipped('own_export'));
    return;
  }
  const exports = new Set<ZipMember>();
  const byPath = new Map(members.map((member) => [toRoutePath(member.name), member]));
  const routes = new Set<string>();
  for (const member of members) {
    if (!(await hasHealthExport(member))) continue;
    exports.add(member);
    const files = { byPath, routes };
    yield* listHealthExport(member.read(), `${prefix}${member.name}`, files);
  }
  const table = await findStravaTable(members);
  for (const member of members) {
    if (!exports.has(member)) yield* listMember(member, { ...archive, routes, table });
  }
  if (table) yield* listStrava(table, prefix);
  const isEmpty = members.length === 0;
  if (problem || isEmpty) yield createUnread(name, unreadable(problem ?? 'empty'));
}

/** Lists the activities of which a Strava archive has no file as if each were one. */
function* listStrava({ name, withoutFile }: StravaTable, prefix: string) {
  for (const activity of withoutFile) {
    const digest = toDigest(`strava ${activity.id}`);
    yield {
      name: `${prefix}${name}: ${activity.name || activity.id}`,
      decode: (file: FileContext) => ({
        decoded: decodeActivity(activity, file),
        digest,
      }),
    };
  }
}

async function hasHealthExport({ name, problem, read }: ZipMember): Promise<boolean> {
  if (problem || !/\.xml$/i.test(name)) return false;
  return isHealthExport(await readStart(read()));
}

/** Returns the folder and the name of a file, by which a workout names its route. */
function toRoutePath(name: string): string {
  const [path = ''] = /\/[^/]+\/[^/]+$/.exec(`/${name}`) ?? [];
  return path;
}

/** Lists the workouts of an export of Apple Health as if each were a file. */
export async function* listHealthExport(
  pieces: Pieces,
  name: string,
  { byPath, routes }: RouteFiles = { byPath: new Map(), routes: new Set() },
): FoundFiles {
  const readRoute = async (path: string) => {
    const file = byPath.get(path);
    if (!file || file.size > maxFileBytes) return undefined;
    const bytes = await collectPieces(file.read(), file.size);
    return typeof bytes === 'string' ? undefined : bytes;
  };
  const measurements = collectMeasurements();
  const workouts = readHealthExport(pieces, measurements);
  let isEmpty = true;
  for (;;) {
    const { done, value } = await workouts.next();
    if (!done) {
      const { title, digest, decode } = value;
      isEmpty = false;
      for (const path of value.routes) if (byPath.has(path)) routes.add(path);
      yield {
        name: `${name}: ${title}`,
        decode: async () => ({ decoded: await decode(readRoute), digest }),
      };
      continue;
    }
    if (measurements.hasRecords()) {
      isEmpty = false;
      yield {
        name: `${name}: measurements`,
        decode: () => ({
          decoded: { outcome: 'measurements', measurements },
          digest: '',
        }),
      };
    }
    if (value) yield createUnread(name, unreadable(value));
    else if (isEmpty) yield createUnread(name, skipped('no_workout'));
    return;
  }
}

/** Names of files that may have workouts. The others are not read. */
const readableName = /(?:\.(?:fit|gpx|tcx|kml|xml|gz)|(?:^|\/)[^./]+)$/i;

async function* listMember(member: ZipMember, context: MemberContext): FoundFiles {
  const name = `${context.prefix}${member.name}`;
  if (/\.(?:zip|kmz)$/i.test(member.name) && !member.problem) {
    yield* listNested(member, name, context);
    return;
  }
  const isTable = tableName.test(member.name) && !member.problem;
  if (isTable && member.name !== context.table?.name) {
    const read = () => member.read();
    let isKnown = false;
    for await (const table of listSpreadsheets(read, name, context.context)) {
      isKnown = true;
      yield table;
    }
    if (!isKnown) yield createUnread(name, skipped('unknown_kind'));
    return;
  }
  const unread = findUnread(member, context);
  if (unread) {
    yield createUnread(name, unread);
    return;
  }
  const activity = context.table?.withFile.get(member.name);
  const decode = async (file: FileContext): Promise<Decoded> => {
    const bytes = await collectPieces(member.read(), member.size);
    if (typeof bytes === 'string') return { decoded: unreadable(bytes), digest: '' };
    const digest = toDigest(bytes);
    if (!activity) return { decoded: decodeFile(bytes, member.name, file), digest };
    const context = { ...file, isIndoors: isIndoorSport(activity) };
    const decoded = applyTable(decodeFile(bytes, member.name, context), activity);
    return { decoded, digest };
  };
  yield { name, decode };
}

/** Returns why a file is not read. */
function findUnread(
  { name, size, problem }: ZipMember,
  { routes, table }: MemberContext,
): DecodedFile | undefined {
  if (problem) return unreadable(problem);
  if (name === table?.name && table.withoutFile.length > 0)
    return skipped('activities_without_file');
  if (routes.has(toRoutePath(name))) return skipped('part_of_workout');
  if (!readableName.test(name)) return skipped('unknown_kind');
  if (size <= maxFileBytes) return undefined;
  return /\.xml$/i.test(name) ? skipped('unknown_kind') : unreadable('too_large');
}

/** Lists the files of an archive in an archive, unless it is too deep. */
async function* listNested(
  member: ZipMember,
  name: string,
  { depth, left, context }: MemberContext,
): FoundFiles {
  const refuse = (reason: ReadProblem) => createUnread(name, unreadable(reason));
  if (depth === 0) {
    yield refuse('nested_too_deep');
    return;
  }
  await using opened = await openNested(member);
  const { source } = opened;
  if (typeof source === 'string') yield refuse(source);
  else
    yield* listArchive({
      source,
      name,
      prefix: `${name}/`,
      left,
      depth: depth - 1,
      context,
    });
}

/** An archive in an archive, or why it cannot be read. */
interface NestedArchive extends AsyncDisposable {
  source: FileSource | ReadProblem;
}

/** Opens an archive in an archive: where it is, or in a temporary file. */
export async function openNested(member: ZipMember): Promise<NestedArchive> {
  const nothing = { [Symbol.asyncDispose]: async () => undefined };
  const stored = await member.findStored();
  if (stored) return { source: stored, ...nothing };
  if (member.size > maxTemporaryBytes) return { source: 'too_large', ...nothing };
  const source = await writeTemporaryFile(member.read());
  return typeof source === 'string'
    ? { source, ...nothing }
    : { source, [Symbol.asyncDispose]: () => source[Symbol.asyncDispose]() };
}

/** Returns a file that is not read, for a reason. */
function createUnread(name: string, decoded: DecodedFile): FoundFile {
  return { name, decode: () => ({ decoded, digest: '' }) };
}

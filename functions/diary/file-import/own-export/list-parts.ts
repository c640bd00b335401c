import type { PolicyOverrides } from '#functions/auth/data-policy/data-policy.ts';
import type {
  ExportedDay,
  ExportedRow,
} from '#functions/diary/food-import/plan-export-day.ts';
import type { ExportedWorkout } from '#functions/diary/workout-import/import-exported-workouts.ts';
import type { OpenExport } from '../archives/export-manifest.ts';
import type { ZipMember } from '../archives/zip.ts';
import type { ReadProblem, SkipReason } from '../formats/decoded-file.ts';
import { createChangeCounter } from '../formats/file-changes.ts';
import { addLeftOut, type LeftOutRows } from '../tables/table-row.ts';
import { decisionWords, type ReadEntry, readDecided, readEntry } from './read-entry.ts';
import { type ListedImage, readImage } from './read-images.ts';
import { type ReadObject, readObjects, readObjectsWith } from './read-objects.ts';
import { type ReadSeries, readSeries } from './read-series.ts';
import { type ReadValue, readValue } from './read-value.ts';

type ReadOutcome<Item> = Item | 'implausible' | 'terms';

/** Entries, values or series that are imported together. */
interface PartOf<Kind extends string, Item> {
  kind: Kind;
  items: { row: number; item: Item }[];
  leftOut: LeftOutRows[];
  changes: ReturnType<typeof createChangeCounter>['changes'];
}

export type EntriesPart = PartOf<'entries', ReadEntry>;
export type ValuesPart = PartOf<'values', ReadValue>;
export type SeriesPart = PartOf<'series', ReadSeries>;
export type ImagesPart = PartOf<'images', ListedImage>;

/** Why something of an export is not imported. */
interface UnreadPart {
  kind: 'unread';
  reason: ReadProblem;
}

/** An export that has nothing for the account. */
interface SkippedPart {
  kind: 'skipped';
  reason: SkipReason;
}

/** A part of an export. The same part has the same number whenever it is listed. */
export type ExportPart = { number: number; name: string } & (
  | EntriesPart
  | ValuesPart
  | SeriesPart
  | ImagesPart
  | UnreadPart
  | SkippedPart
);

type FoundPart = Pick<ExportPart, 'name'> &
  (EntriesPart | ValuesPart | SeriesPart | ImagesPart | UnreadPart);

/** The most objects of a part, and the most days: an item has what became of them. */
const maxObjects = 2000;
const maxDays = 50;
const maxImages = 20;

/** The most entries with decisions of a person that are in memory. */
const maxDecided = 10_000;

const documentName = /^(diary|measurements|workout_series)(?:-(\d+))?\.json$/;
const order = ['diary', 'measurements', 'workout_series'];

/**
 * Lists the parts of an export in an order that is always the same: entries, values of the body,
 * series, whose workouts are there then, and images up to those of a time in epoch milliseconds.
 * Memory holds one part.
 */
export async function* listExportParts(
  opened: OpenExport,
  context: ListContext,
): AsyncGenerator<ExportPart, void, undefined> {
  let number = 0;
  for await (const part of findParts(opened, context)) {
    yield { ...part, number };
    number += 1;
  }
}

/** What the parts of an export are read with. */
interface ListContext {
  overrides: PolicyOverrides;
  latest: number;
}

async function* findParts(
  { members, manifest }: OpenExport,
  { overrides, latest }: ListContext,
): AsyncGenerator<FoundPart, void, undefined> {
  const documents = members.flatMap((member) => {
    const [, kind, part = '1'] = documentName.exec(member.name) ?? [];
    const rank = order.indexOf(kind ?? '') * 100_000 + Number(part);
    return kind === undefined ? [] : { kind, rank, member };
  });
  documents.sort((one, other) => one.rank - other.rank);
  const diaries = documents.filter(({ kind }) => kind === 'diary');
  const decided = await findDecided(
    diaries.map(({ member }) => member),
    overrides,
  );
  const context = { overrides, decided };
  for (const { kind, member } of documents) {
    if (kind === 'diary')
      yield* splitDocument(
        member,
        'entries',
        (value) => readEntry(value, context),
        toDay,
      );
    else if (kind === 'measurements')
      yield* splitDocument(
        member,
        'values',
        (value) => readValue(value, overrides),
        toMonth,
      );
    else
      yield* splitDocument(
        member,
        'series',
        (value) => readSeries(value, overrides),
        () => undefined,
      );
  }
  const files = new Map(members.map((member) => [member.name, member]));
  yield* splitImages(manifest.images, (stated) => readImage(stated, files, latest));
}

function* splitImages(
  images: readonly unknown[],
  read: (stated: unknown) => ReadOutcome<ListedImage>,
): Generator<FoundPart> {
  for (let start = 0; start < images.length; start += maxImages) {
    const part = openPart<'images', ListedImage>('images');
    const listed = images.slice(start, start + maxImages);
    for (const [index, stated] of listed.entries())
      addItem(part, { number: start + index + 1 }, read(stated));
    yield { name: `images/: ${start + 1}–${start + listed.length}`, ...part };
  }
}

/** Finds the workouts that decisions of the person name, which are in any part of the diary. */
async function findDecided(
  diaries: readonly ZipMember[],
  overrides: PolicyOverrides,
): Promise<ReadonlyMap<string, string>> {
  const decided = new Map<string, string>();
  const context = { overrides, decided };
  for (const member of diaries)
    for await (const value of readObjectsWith(member.read(), decisionWords)) {
      const found = readDecided(value, context);
      if (found && decided.size < maxDecided) decided.set(...found);
    }
  return decided;
}

function toDay(entry: ReadEntry): string {
  return entry.kind === 'own' ? entry.entry.date : entry.workout.exercise.date;
}

function toMonth({ value }: ReadValue): string {
  return `${value.type} ${value.date.slice(0, 'yyyy-mm'.length)}`;
}

/** Splits a document into parts, which end where a group of its objects ends, e.g. a day. */
async function* splitDocument<
  Kind extends 'entries' | 'values' | 'series',
  Item extends object,
>(
  member: ZipMember,
  kind: Kind,
  read: (value: unknown) => ReadOutcome<Item>,
  toGroup: (item: Item) => string | undefined,
): AsyncGenerator<FoundPart, void, undefined> {
  const objects = readObjects(member.read());
  let part = openPart<Kind, Item>(kind);
  let first = 1;
  let last = 0;
  const close = () => {
    const name = `${member.name}: ${first}–${last}`;
    first = last + 1;
    return { name, ...part } as FoundPart;
  };
  let groups = 0;
  let group: string | undefined;
  for (;;) {
    const { done, value } = await objects.next();
    if (done) {
      if (last >= first) yield close();
      if (value) yield { name: member.name, kind: 'unread', reason: value };
      return;
    }
    const item = value.problem ?? read(value.value);
    const itemGroup = typeof item === 'object' ? toGroup(item as Item) : group;
    const isOther = itemGroup === undefined || itemGroup !== group;
    const size = last - first + 1;
    const isFull = groups >= maxDays || size >= maxObjects;
    if ((isFull && isOther) || size >= 2 * maxObjects) {
      yield close();
      part = openPart(kind);
      groups = 0;
    }
    if (isOther && itemGroup !== undefined) groups += 1;
    group = itemGroup;
    last = value.number;
    addItem(part, value, item);
  }
}

function openPart<Kind extends string, Item>(kind: Kind) {
  const { note, changes } = createChangeCounter();
  const items: { row: number; item: Item }[] = [];
  const leftOut: LeftOutRows[] = [];
  return { kind, items, leftOut, changes, note };
}

function addItem<Item extends object>(
  { items, leftOut, note }: ReturnType<typeof openPart<string, Item>>,
  { number }: Pick<ReadObject, 'number'>,
  item: ReadOutcome<Item> | 'too_long',
): void {
  if (item === 'terms') note('terms_forbid');
  else if (typeof item === 'string') addLeftOut(leftOut, number, item);
  else items.push({ row: number, item });
}

/** The entries of a part by how they are imported. */
interface SplitEntries {
  /** What nothing has recorded, by the days on which it was created. */
  days: ExportedDay[];
  /** What nothing has recorded, and was moved to another day. */
  moved: ExportedRow[];
  workouts: { row: number; workout: ExportedWorkout }[];
}

export function splitEntries({ items }: EntriesPart): SplitEntries {
  const days = new Map<string, ExportedRow[]>();
  const moved: ExportedRow[] = [];
  const workouts: SplitEntries['workouts'] = [];
  for (const { row, item } of items) {
    if (item.kind === 'workout') {
      workouts.push({ row, workout: item.workout });
      continue;
    }
    const { kind: _, ...entry } = item;
    const { date } = entry.entry;
    if (date !== entry.firstDate) {
      moved.push({ row, ...entry });
      continue;
    }
    const rows = days.get(date) ?? [];
    days.set(date, rows);
    rows.push({ row, ...entry });
  }
  return { days: [...days].map(([date, rows]) => ({ date, rows })), moved, workouts };
}

/** Returns the providers whose policies apply to a part. */
export function listPolicyTypes(part: ExportPart): Set<string> {
  const types: (string | undefined)[] = [];
  if (part.kind === 'entries')
    for (const { item } of part.items)
      types.push(
        item.kind === 'workout' ? item.workout.remote_connection_type : undefined,
      );
  if (part.kind === 'values')
    for (const { item } of part.items) types.push(item.source.remote_connection_type);
  return new Set(types.filter((type) => type !== undefined));
}

import {
  type DayItem,
  type EntryAddress,
  findNewDate,
} from '#functions/diary/entry/day-item.ts';
import type { StoredEntry } from '#functions/diary/entry/entry.ts';
import type { FoodEntry } from '#functions/diary/entry/food-entry.ts';
import { toMealKey } from '#functions/diary/entry/meal-key.ts';
import { nutrients } from '#functions/diary/entry/nutrients.ts';
import { toFieldsDigest } from '#functions/diary/merging/imported-entry.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { isId } from '#shared/runtime/ids.ts';

/**
 * The batch of the entries of a table or an export that an import has stored on a day. Beside the
 * entries, by index, it has what tells the rows of files that they came from, also after the person
 * has changed, moved or deleted them.
 */
export interface FoodBatch {
  rows: {
    service: string;
    /** The digests of the rows by the index of their entry. */
    digests: Readonly<Record<string, string>>;
    /** Of an export, what tells its entries apart by the index, and when it was made. */
    keys?: Readonly<Record<string, string>>;
    /** Present if the entries are no food: an export has exercises that nothing recorded. */
    type?: 'exercise';
    /** The imports that have had rows of the batch, by id. */
    imports: Readonly<Record<string, BatchImport>>;
  };
}

/** An import that has had rows of a batch. */
interface BatchImport {
  file_name: string;
  /** The indexes of these rows. */
  indexes: readonly string[];
}

/** The most entries of a batch: its indexes have two digits. */
export const maxBatchRows = 100;

/** A row of an earlier file, and what became of its entry. */
export interface EarlierRow {
  batch: string;
  index: string;
  digest: string;
  key?: string | undefined;
  imports: readonly string[];
  state: 'as_imported' | 'edited' | 'deleted';
  /** The day to which its entry was moved where it was exported. There is no entry here, then. */
  movedTo?: string | undefined;
  /** The key of the meal of its entry, if there is one. */
  meal: string | undefined;
  /** The file that has created its entry. */
  from: StoredEntry['from_file'];
  address: EntryAddress;
}

/** Lists the batches of entries of tables and exports on a day. */
export function listFoodBatches(item: DayItem): [string, FoodBatch][] {
  return Object.entries(item).flatMap(([name, value]): [string, FoodBatch][] =>
    isId(name) && typeof value === 'object' && value !== null && 'rows' in value
      ? [[name, value as FoodBatch]]
      : [],
  );
}

/** Lists the rows of the wanted batches of a day. */
export function listEarlierRows(
  item: DayItem,
  date: string,
  isWanted: (batch: FoodBatch['rows']) => boolean,
): EarlierRow[] {
  return listFoodBatches(item).flatMap(([batch, { rows, ...entries }]) => {
    if (!isWanted(rows)) return [];
    const imports = Object.entries(rows.imports);
    return Object.entries(rows.digests).map(([index, digest]): EarlierRow => {
      const address = {
        batch,
        index: Number(index),
        firstDate: date,
        type: rows.type ?? 'food_entry',
      } as const;
      const entry = (entries as Record<string, StoredEntry | undefined>)[index];
      const key = rows.keys?.[index];
      const own = imports.filter(([, { indexes }]) => indexes.includes(index));
      const movedTo = parseMovedDigest(digest);
      const state = movedTo ? 'as_imported' : toState(item, address, entry, digest);
      return {
        batch,
        index,
        digest,
        key,
        state,
        movedTo,
        meal: entry && 'diary_meal' in entry ? toMealKey(entry.diary_meal) : undefined,
        from: entry?.from_file,
        address,
        imports: own.map(([id]) => id),
      };
    });
  });
}

function toState(
  item: DayItem,
  address: EntryAddress,
  entry: StoredEntry | undefined,
  digest: string,
): EarlierRow['state'] {
  if (entry) return toRowDigest(entry) === digest ? 'as_imported' : 'edited';
  // An entry that the person has moved to another day is edited.
  return findNewDate(item, address) === undefined ? 'deleted' : 'edited';
}

const movedSign = '@';

/** Returns what stands for the digest of an entry that is on another day where it was exported. */
export function toMovedDigest(date: string): string {
  return `${movedSign}${date}`;
}

function parseMovedDigest(digest: string): string | undefined {
  return digest.startsWith(movedSign) ? digest.slice(movedSign.length) : undefined;
}

/** Returns a digest of the members that a person can edit: 66 bits in base64url. */
export function toRowDigest(entry: StoredEntry): string {
  return entry.type === 'exercise'
    ? toFieldsDigest(entry).slice(0, digestLength)
    : toFoodDigest(entry);
}

const digestLength = 11;

/** Returns the same of food. */
export function toFoodDigest(entry: FoodEntry): string {
  const { date, diary_meal, food, servings, nutritional_contents: contents } = entry;
  const energy = contents.energy && [contents.energy.unit, contents.energy.value];
  const values = [
    date,
    diary_meal,
    food?.name,
    food?.brand,
    servings,
    energy,
    ...nutrients.map((nutrient) => contents[nutrient]),
  ];
  const all = values.map((value) => value ?? null);
  return toDigest(JSON.stringify(all)).slice(0, digestLength);
}

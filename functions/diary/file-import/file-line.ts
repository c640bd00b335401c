import type { LineReason } from './file-line.texts.ts';
import { type ChangeCounts, fileChanges } from './formats/file-changes.ts';
import type { LeftOutRows } from './tables/table-row.ts';

/** The outcomes of a file of an import. */
export const lineStates = [
  'imported',
  'corrected',
  'duplicate',
  'skipped',
  'failed',
] as const;
export type LineState = (typeof lineStates)[number];

/** The outcome of a file of an import, as it is stored. */
export interface FileLine {
  /** Its number in the import, from 0. */
  number: number;
  /** Its name, with the folders of its archive. */
  name: string;
  state: LineState;
  reason?: LineReason;
  /** The ids of the entries that it created or corrected, of which `maxIdsPerLine` are stored. */
  entries?: readonly string[];
  /** The ids of the entries that have its workouts already, of which as many are stored. */
  duplicates?: readonly string[];
  /** The number of values of the body that it has brought. */
  measurements?: number;
  /** The number of images that it has brought, also those that another import has, too. */
  images?: number;
  /** What differs between it and its entries. */
  changes?: ChangeCounts;
  /** The rows of a table that it has not taken, at most as many as a part of a table has. */
  left_out?: readonly LeftOutRows[];
}

/** The files of an import are stored in items with this many. */
export const linesPerItem = 50;

/**
 * The most ids that a line has. A file can have 1,000 workouts, and with their ids the lines of an
 * item would exceed the 400 KB that DynamoDB allows.
 */
export const maxIdsPerLine = 100;

/** Lists the ids of the entries of some files of an import. */
export function listEntryIds(files: readonly FileLine[]): string[] {
  return files.flatMap(({ entries = [], duplicates = [] }) => [
    ...entries,
    ...duplicates,
  ]);
}

/** Lists the changes of a file in the order of `fileChanges`, which newer releases may extend. */
export function listFileChanges(changes: ChangeCounts = {}) {
  return fileChanges.flatMap((code) => {
    const { [code]: count } = changes;
    return count === undefined ? [] : { code, count };
  });
}

import type { DayRange } from '#functions/diary/entry/dates.ts';
import {
  type EntryAddress,
  findNewDate,
  findStoredEntry,
  formatEntryId,
} from '#functions/diary/entry/day-item.ts';
import {
  type FileOrigin,
  isFileOrigin,
  toSourceKey,
} from '#functions/diary/entry/origin.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import {
  type DayItems,
  type ImportedEntry,
  type ImportedFields,
  isEdited,
  isImported,
  toFieldsDigest,
} from './imported-entry.ts';
import {
  listDecisions,
  type PairDecision,
  type PairDecisions,
  withDecisions,
} from './person-decisions.ts';

/** A change of the imported entry at an address by an import. */
export type ImportChange =
  | EntryImport
  | FileEntryImport
  | FileEntryTransfer
  | EntryWithdrawal
  | EntryRemoval;

/**
 * The change that stores what a provider says about a workout. It has no effect if the person has
 * edited or removed the entry.
 */
interface EntryImport {
  kind: 'import';
  address: EntryAddress;
  /** The address until now, which differs if the provider has changed the day of the workout. */
  previous: EntryAddress;
  fields: ImportedFields;
}

/**
 * The change that stores a workout of a file. It has no effect if the workout has an entry, unless
 * another reader has read that, and the person has not edited it. One that the person has removed
 * is stored again, because the person has imported the file again, unless that is read again.
 */
export interface FileEntryImport {
  kind: 'file_import';
  address: EntryAddress;
  /** The address until now. */
  previous: EntryAddress;
  /** The address of the entry if it is corrected. Absent if today's reader has read it. */
  corrected?: EntryAddress;
  /** Whether the same import has stored the workout before: it stores no removed entry again. */
  isRepeat: boolean;
  fields: ImportedFields;
  /** What the person had decided about it before it was exported. */
  decisions?: PairDecisions | undefined;
  /** The records from which the person had taken members before it was exported. */
  chosen?: ImportedEntry['chosen'];
}

/** The change that passes the entry of a file on from one import to another. */
interface FileEntryTransfer {
  kind: 'file_transfer';
  address: EntryAddress;
  from: string;
  to: Pick<FileOrigin, 'import_id' | 'file_name'>;
}

/**
 * The change that removes an entry because the provider no longer has the workout, or has not
 * confirmed it for too long. The item of the day keeps the time, so a message that arrives late
 * does not import the workout again.
 */
interface EntryWithdrawal {
  kind: 'withdrawal';
  address: EntryAddress;
  /** In epoch milliseconds. What the provider had said until then no longer counts. */
  withdrawn_at: number;
}

/**
 * The change that removes an entry unless the person has edited it. After a removal by the person,
 * the item of the day keeps the empty batch, so no import creates the entry again.
 */
interface EntryRemoval {
  kind: 'removal';
  address: EntryAddress;
}

/** The effect of a change on an entry. */
export type ImportOutcome = 'created' | 'updated' | 'removed' | 'unchanged';

/** The imported entries that were created on some days. */
export interface ImportedDays {
  loaded: readonly DayRange[];
  /** The entries by id. */
  entries: Map<string, ImportedEntry>;
  /** The times at which workouts were withdrawn, by the id of the entry. */
  withdrawals: Map<string, number>;
  /** The ids of removed entries whose batch is removed too. An import can create them again. */
  removedBatches: Set<string>;
}

/** Returns what a change does to the stored entry, without making it. */
export function getChangeOutcome(items: DayItems, change: ImportChange): ImportOutcome {
  if (change.kind === 'import') return getImportResult(items, change);
  if (change.kind === 'file_import') {
    return getFileOutcome(items, change);
  }

  const entry = findImportedEntry(items, change.address);
  if (!entry) return 'unchanged';
  if (change.kind === 'file_transfer') {
    return transferEntry(entry, change) ? 'updated' : 'unchanged';
  }
  const isOutdated =
    change.kind === 'withdrawal' && change.withdrawn_at < entry.imported.read_at;
  return isOutdated || isEdited(entry) ? 'unchanged' : 'removed';
}

/**
 * Returns what an import does. An entry stays unchanged if the person has edited or removed it, or
 * if it was read from the provider later than the imported fields (wire.md R7).
 */
function getImportResult(
  items: DayItems,
  { previous, fields }: EntryImport,
): ImportOutcome {
  // A removed entry leaves its empty batch behind.
  if (findBatch(items, previous) === undefined) return 'created';

  const entry = findImportedEntry(items, previous);
  if (entry) {
    const isApplied = !isEdited(entry) && isNewVersion(fields, entry);
    return isApplied ? 'updated' : 'unchanged';
  }
  const withdrawn_at = findWithdrawal(items, previous);
  const isShownAgain =
    withdrawn_at !== undefined && fields.imported.read_at > withdrawn_at;
  return isShownAgain ? 'created' : 'unchanged';
}

function getFileOutcome(items: DayItems, change: FileEntryImport): ImportOutcome {
  const { previous, corrected, isRepeat } = change;
  const entry = findImportedEntry(items, previous);
  if (entry) {
    const isApplied =
      corrected && !isEdited(entry) && isNewVersion(correctEntry(entry, change), entry);
    return isApplied ? 'updated' : 'unchanged';
  }
  const isRemoved = isRepeat || corrected !== undefined;
  return isRemoved || isStored(items, previous) ? 'unchanged' : 'created';
}

/**
 * Returns the fields of the entry of a file as today's reader reads it. The entry stays that of its
 * import, and keeps a sport and a device that only another copy of the file told.
 */
export function correctEntry(
  entry: ImportedEntry,
  { fields }: FileEntryImport,
): ImportedFields {
  const { source } = entry;
  if (!isFileOrigin(source) || !isFileOrigin(fields.source)) return fields;
  const { import_id, file_id, file_name } = source;
  const origin = {
    ...fields.source,
    import_id,
    file_id,
    file_name,
    data_source_id: fields.source.data_source_id ?? source.data_source_id,
  };
  const { activity_type_id, root_id } = entry.imported;
  const isSportLost = fields.imported.root_id === undefined && root_id !== undefined;
  if (!isSportLost) return { ...fields, source: origin };
  const kept = { ...fields, exercise: entry.exercise };
  return {
    ...kept,
    source: { ...origin, remote_activity: source.remote_activity },
    imported: {
      ...fields.imported,
      activity_type_id,
      root_id,
      digest: toFieldsDigest(kept),
    },
  };
}

/** Returns where the entry of a change is after it. */
export function getNewAddress(change: ImportChange, outcome: string): EntryAddress {
  const isCorrected = change.kind === 'file_import' && outcome === 'updated';
  return (isCorrected ? change.corrected : undefined) ?? change.address;
}

/** Returns an entry after a transfer, or undefined if it does not belong to the import. */
function transferEntry(
  entry: ImportedEntry,
  { from, to }: FileEntryTransfer,
): ImportedEntry | undefined {
  const { source } = entry;
  if (!isFileOrigin(source) || source.import_id !== from) return undefined;
  return { ...entry, source: { ...source, ...to } };
}

/** Applies the changes to the entries of days. */
export function applyChanges(
  { entries, withdrawals, removedBatches }: ImportedDays,
  items: DayItems,
  changes: readonly ImportChange[],
): void {
  for (const change of changes) {
    const outcome = getChangeOutcome(items, change);
    const id = formatEntryId(getNewAddress(change, outcome));
    if (outcome === 'removed') entries.delete(id);
    if (change.kind === 'removal') removedBatches.add(id);
    if (change.kind === 'withdrawal' && remembersWithdrawal(items, change)) {
      withdrawals.set(id, change.withdrawn_at);
    }
    if (change.kind === 'file_transfer') {
      const entry = entries.get(id);
      const transferred = entry && transferEntry(entry, change);
      if (transferred) entries.set(id, transferred);
    }
    if (!('fields' in change) || outcome === 'unchanged') continue;
    const stored = findImportedEntry(items, change.previous);
    const isCorrected = change.kind === 'file_import' && outcome === 'updated' && stored;
    const fields = isCorrected ? correctEntry(stored, change) : change.fields;
    const previousId = formatEntryId(change.previous);
    // A new version of an entry keeps what the person has decided about it.
    const known = findDecisions(entries, previousId, toSourceKey(fields.source));
    const exported = change.kind === 'file_import' && !stored ? change : undefined;
    const decisions = new Map([...(exported?.decisions ?? []), ...known]);
    const chosen = entries.get(previousId)?.chosen ?? exported?.chosen;
    if (previousId !== id) {
      entries.delete(previousId);
      removedBatches.add(previousId);
    }
    const entry = { ...fields, id, ...compact({ chosen }) };
    entries.set(id, withDecisions(entry, decisions));
  }
}

/**
 * Returns what the person has decided about a workout. If it has no entry at this address yet, the
 * entries with which it was compared still name it.
 */
function findDecisions(
  entries: ReadonlyMap<string, ImportedEntry>,
  id: string,
  key: string,
): PairDecisions {
  const entry = entries.get(id);
  if (entry) return listDecisions(entry);
  const decisions = new Map<string, PairDecision>();
  for (const other of entries.values()) {
    const decision = listDecisions(other).get(key);
    if (decision) decisions.set(toSourceKey(other.source), decision);
  }
  return decisions;
}

/** Returns whether the item of the day is to keep the time of a withdrawal. */
function remembersWithdrawal(items: DayItems, change: EntryWithdrawal): boolean {
  const { address, withdrawn_at } = change;
  if (findBatch(items, address) === undefined) return true;
  if (getChangeOutcome(items, change) === 'removed') return true;
  const previous = findWithdrawal(items, address);
  return previous !== undefined && previous < withdrawn_at;
}

/** Returns the date of the item that has an entry, as far as the loaded items say. */
function findDate(items: DayItems, address: EntryAddress): string {
  const { firstDate } = address;
  return findNewDate(items.get(firstDate), address) ?? firstDate;
}

/** Returns the imported entry at an address, or undefined if there is none. */
export function findImportedEntry(
  items: DayItems,
  address: EntryAddress,
): ImportedEntry | undefined {
  const entry = findStoredEntry(items.get(findDate(items, address)), address);
  return entry && isImported(entry) ? entry : undefined;
}

/** Returns whether an imported entry exists, even if it was moved to a day that is not loaded. */
export function isStored(items: DayItems, address: EntryAddress): boolean {
  const isMoved = findDate(items, address) !== address.firstDate;
  return isMoved || findImportedEntry(items, address) !== undefined;
}

/** The batch of an imported entry, which is the only entry of the batch. */
interface ImportedBatch {
  withdrawn_at?: number;
}

function findBatch(
  items: DayItems,
  { firstDate, batch }: EntryAddress,
): ImportedBatch | undefined {
  return items.get(firstDate)?.[batch] as ImportedBatch | undefined;
}

function findWithdrawal(items: DayItems, address: EntryAddress): number | undefined {
  return findBatch(items, address)?.withdrawn_at;
}

/**
 * Returns whether fields were read no earlier than those of an entry, and differ from them. The
 * facts have the start as an instant, so another offset of the same day is in `start_time` alone.
 */
function isNewVersion(fields: ImportedFields, entry: ImportedEntry): boolean {
  if (fields.imported.read_at < entry.imported.read_at) return false;
  const listFacts = ({ imported, source, start_time }: ImportedFields) => {
    // The digest tells the numbers, which a stored entry may lack.
    const { read_at, numbers, ...facts } = imported;
    return [facts, source, start_time];
  };
  return !isEqual(listFacts(fields), listFacts(entry));
}

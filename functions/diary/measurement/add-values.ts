import { compact } from '#shared/runtime/compact.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import type { TransactionChange } from '#shared/table/table.ts';
import {
  isTimed,
  type MeasuredValue,
  type MeasurementOrigin,
  type SentMeasurement,
  toOriginKey,
  toSlot,
  toSlotWithId,
} from './measurement.ts';
import {
  type MeasurementMonth,
  monthLimits,
  type TypedMonth,
  toName,
} from './measurement-month.ts';
import type { MeasurementType } from './measurement-types.ts';
import { type MonthRoom, measureRoom, takeRoom } from './month-room.ts';
import { isNightId, isOtherSleep, toNap } from './night.ts';
import { hasSameValues, isSameValue, isSentLater, isSuperseded } from './value-order.ts';

/** What became of a value: why it is ignored is one of the limits, or a deletion. */
export type MeasurementOutcome = 'stored' | 'unchanged' | 'ignored';

/** A month after values of one origin, and what became of each value, in their order. */
export interface ChangedMonth {
  month: MeasurementMonth;
  outcomes: MeasurementOutcome[];
  /** The number of values that a whole list no longer has. */
  removed: number;
  /** Whether the month has to be written, e.g. because another import has brought its values. */
  isChanged: boolean;
}

/** Values of one origin, and the import of files that brings them, if one does. */
export interface MeasurementBatch {
  source: MeasurementOrigin;
  sent: readonly SentMeasurement[];
  import_id?: string | undefined;
  /** Conditions of each transaction, e.g. that the import was not undone. */
  checks?: readonly TransactionChange<'check'>[];
  /** Returns what stands for them if a transaction removes values. */
  countRemoved?: (removed: number) => TransactionChange<'check' | 'update'>;
  /** The days of which all values are sent: the origin no longer has what it does not send. */
  listed?: ListedDays | undefined;
  wholeBefore?: WholeDays | undefined;
  /** When the values were received, if that is their order: later ones stay. */
  readAt?: Date | undefined;
  /** When the latest message was received that can be stored later than those of after it. */
  delayedAt?: Date | undefined;
}

/**
 * A day for each type of which the origin sends windows that can cut a day or a night: values of
 * days before it do not become smaller, because they were whole.
 */
export type WholeDays = Readonly<Partial<Record<MeasurementType, string>>>;

/** The days of a whole list, and the months with its values. */
export interface ListedDays {
  has: (date: string) => boolean;
  months: readonly TypedMonth[];
}

/** The most imports that a value names: the latest ones. */
const maxImports = 5;

const emptyMonth: MeasurementMonth = { origins: {}, values: {}, deleted: {} };

/** A month while values of one origin are added. Most messages are repeats, which need no room. */
interface Editing
  extends Pick<MeasurementBatch, 'import_id' | 'wholeBefore' | 'delayedAt'> {
  origin: string;
  /** Whether two records of one second both stay, as a phone or a file can have them. */
  keepsTwins: boolean;
  values: Record<string, MeasuredValue>;
  deleted: MeasurementMonth['deleted'];
  read_at: number | undefined;
  isChanged: boolean;
  /** Counted before the first change. */
  room: MonthRoom | undefined;
  /** The names of the values of the origin by their ids, mapped when the first is asked for. */
  namesById: Map<string, string> | undefined;
}

type NamedValues = Readonly<Record<string, MeasuredValue>>;

/**
 * Adds values of one origin to a month. A value replaces the one at its place, and the one that the
 * origin has given the same id.
 */
export function addValues(
  stored: MeasurementMonth | undefined,
  batch: MeasurementBatch,
): ChangedMonth {
  const { source, sent, listed, import_id } = batch;
  const origin = toOriginKey(source);
  const { origins, deleted, values: before } = stored ?? emptyMonth;
  const isFull = Object.keys(origins).length >= monthLimits.origins;
  if (isFull && !(origin in origins)) {
    const month = stored ?? emptyMonth;
    const outcomes = sent.map((): MeasurementOutcome => 'ignored');
    return { month, outcomes, removed: 0, isChanged: false };
  }
  const editing = startEditing(batch, origin, { values: { ...before }, deleted });
  const { values } = editing;
  const isOwn = (name: string) => name.startsWith(`${origin} `);
  const ownNames = Object.keys(before).filter(isOwn);
  const names = listed ? sent.map((value) => toNameOf(editing, value)) : [];
  const gone = listed
    ? findGone(listed, before, ownNames, new Set(names), import_id)
    : [];
  // A connection that was made again has the origin of the one before.
  const isMoved =
    ownNames.length > gone.length && sent.length > 0 && !isEqual(origins[origin], source);
  for (const name of gone) delete values[name];
  editing.isChanged = isMoved || gone.length > 0;
  const outcomes = sent.map((value) => addValue(editing, value));
  const { isChanged, delayedAt } = editing;
  if (stored && isChanged && !isMoved && hasSameValues(values, before, delayedAt)) {
    // Values of one place have replaced each other, and the last one was there before.
    const isRepeat = import_id === undefined;
    const repeated = outcomes.map((each) => (each === 'stored' ? 'unchanged' : each));
    const same = { month: stored, removed: 0, isChanged: false };
    return { ...same, outcomes: isRepeat ? repeated : outcomes };
  }
  // An origin without values takes no place of another one.
  const { [origin]: _, ...others } = origins;
  const hasOwn = Object.keys(values).some(isOwn);
  const shownOrigins = hasOwn ? { ...others, [origin]: source } : others;
  const month = { origins: shownOrigins, values, deleted };
  return { month, outcomes, removed: gone.length, isChanged };
}

function startEditing(
  { source, import_id, wholeBefore, readAt, delayedAt }: MeasurementBatch,
  origin: string,
  month: Pick<Editing, 'values' | 'deleted'>,
): Editing {
  return {
    ...month,
    ...{ origin, import_id, wholeBefore, delayedAt, isChanged: false },
    keepsTwins: source.kind === 'inbox' || source.kind === 'file',
    read_at: readAt?.getTime(),
    room: undefined,
    namesById: undefined,
  };
}

function listOwn({ values, origin }: Pick<Editing, 'values' | 'origin'>) {
  return Object.entries(values).filter(([name]) => name.startsWith(`${origin} `));
}

/** Returns the name of a value: with its id if another record has its second. */
function toNameOf(
  { origin, keepsTwins, values, deleted }: Editing,
  { type, date, time, external_id }: SentMeasurement,
): string {
  const slot = toSlot(type, date, time);
  const name = toName({ origin, slot });
  if (!keepsTwins || external_id === undefined || !isTimed(type)) return name;
  const twin = toName({ origin, slot: toSlotWithId(slot, external_id) });
  const isTaken = isOtherRecord(values[name], external_id);
  return isTaken || twin in values || twin in deleted ? twin : name;
}

function findName(editing: Editing, external_id: string): string | undefined {
  editing.namesById ??= mapIds(listOwn(editing));
  return editing.namesById.get(external_id);
}

function addValue(editing: Editing, sent: SentMeasurement): MeasurementOutcome {
  const { values, read_at, import_id, delayedAt } = editing;
  const { type, ...measured } = sent;
  const { external_id } = measured;
  const name = toNameOf(editing, sent);
  if (name in editing.deleted) return 'ignored';
  const previousName =
    external_id === undefined ? name : (findName(editing, external_id) ?? name);
  const held = values[previousName];
  // Applications give ids of their own, which may look like those of nights.
  const mayBeNight = editing.keepsTwins && type === 'sleep';
  if (held && mayBeNight && isOtherSleep(held, measured))
    return addOtherSleep(editing, sent, { name: previousName, held });
  const whole = editing.wholeBefore?.[type];
  if (held && isSuperseded(held, { ...measured, read_at }, whole)) return 'unchanged';
  const previous = values[name] ?? held;
  const isSame =
    previousName === name && previous !== undefined && isSameValue(previous, measured);
  const imports = addImport(isSame ? previous.imports : undefined, import_id);
  const isConfirmed =
    isSame && isSentLater({ ...measured, read_at }, previous, delayedAt);
  // What an interrupted import has stored counts as stored when it is repeated.
  if (isSame && imports === previous.imports && !isConfirmed)
    return imports && imports[0] === import_id ? 'stored' : 'unchanged';
  const added = { ...measured, ...compact({ imports, read_at }) };
  if (!replace(editing, { name, previousName, added, previous }))
    return isSame ? 'unchanged' : 'ignored';
  return isSame ? 'unchanged' : 'stored';
}

/** Adds a sleep that is apart from the night that is held: the shorter one is a nap. */
function addOtherSleep(
  editing: Editing,
  sent: SentMeasurement,
  { name, held }: { name: string; held: MeasuredValue },
): MeasurementOutcome {
  if (sent.value <= held.value) return addValue(editing, toNap(sent));
  editing.values[name] = toNap(held);
  editing.namesById = undefined;
  return addValue(editing, sent);
}

/** A value with its name, and the one before with its own. */
interface Replacement {
  name: string;
  previousName: string;
  added: MeasuredValue;
  previous: MeasuredValue | undefined;
}

/** Puts a value in place of the one before. Returns false if there is no room. */
function replace(
  editing: Editing,
  { name, previousName, added, previous }: Replacement,
): boolean {
  const { values } = editing;
  editing.room ??= measureRoom(values, listOwn(editing));
  if (!takeRoom(editing.room, added, previous)) return false;
  const { external_id: replacedId = '' } = values[name] ?? {};
  editing.namesById?.delete(replacedId);
  delete values[previousName];
  values[name] = added;
  editing.isChanged = true;
  const { external_id } = added;
  if (external_id !== undefined) editing.namesById?.set(external_id, name);
  return true;
}

/** Returns whether a value is of another record than that with an id, which is of no night. */
function isOtherRecord(held: MeasuredValue | undefined, external_id: string): boolean {
  const heldId = held?.external_id ?? external_id;
  return heldId !== external_id && !isNightId(heldId) && !isNightId(external_id);
}

/**
 * Lists the names of an origin's values that its whole list no longer has. Those that the same
 * import has brought stay, because they are from another of its files.
 */
function findGone(
  listed: ListedDays,
  values: NamedValues,
  ownNames: readonly string[],
  sentNames: ReadonlySet<string>,
  import_id = '',
): string[] {
  return ownNames.filter((name) => {
    const { date = '', imports = [] } = values[name] ?? {};
    return !sentNames.has(name) && listed.has(date) && !imports.includes(import_id);
  });
}

function mapIds(own: readonly (readonly [string, MeasuredValue])[]): Map<string, string> {
  return new Map(own.map(([name, { external_id = '' }]) => [external_id, name]));
}

/** Returns the imports of a value with one more, or the same list if it has it. */
function addImport(imports: readonly string[] | undefined, import_id?: string) {
  if (import_id === undefined || imports?.includes(import_id)) return imports;
  return [...(imports ?? []), import_id].slice(-maxImports);
}

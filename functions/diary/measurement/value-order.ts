import { isEqual } from '#shared/runtime/is-equal.ts';
import { type MeasuredValue, toSeconds } from './measurement.ts';

type NamedValues = Readonly<Record<string, MeasuredValue>>;

/** Compares values without what only tells which imports and which message brought them. */
export function isSameValue(one: MeasuredValue, other: MeasuredValue): boolean {
  return (
    one.value === other.value &&
    one.date === other.date &&
    one.time === other.time &&
    one.diastolic === other.diastolic &&
    one.external_id === other.external_id &&
    one.source_name === other.source_name &&
    isEqual(one.sleep, other.sleep)
  );
}

/** Returns whether values are those of before, in the same order of messages and imports. */
export function hasSameValues(
  values: NamedValues,
  before: NamedValues,
  delayedAt: Date | undefined,
): boolean {
  const names = Object.keys(values);
  const isSame = (name: string) => {
    const [value, previous] = [values[name], before[name]];
    if (!value || !previous || value === previous) return value === previous;
    const isOfSameImports = isEqual(value.imports, previous.imports);
    return (
      isOfSameImports &&
      isSameValue(value, previous) &&
      !isSentLater(value, previous, delayedAt)
    );
  };
  return names.length === Object.keys(before).length && names.every(isSame);
}

/**
 * Returns whether a later message of the origin has sent the same value again. It gets the order of
 * that one, so that a message of before neither replaces nor deletes it: the number, or, only if a
 * message of between can still be stored, the receipt.
 */
export function isSentLater(
  sent: MessageOrder,
  stored: MessageOrder,
  delayedAt?: Date,
): boolean {
  if (sent.sequence !== undefined) return sent.sequence > (stored.sequence ?? 0);
  const delayed = delayedAt?.getTime() ?? 0;
  return (stored.read_at ?? 0) < Math.min(delayed, sent.read_at ?? 0);
}

/** The number of the message with a value, or when it was received. */
type MessageOrder = { [Name in 'sequence' | 'read_at']?: number | undefined };

type Unordered = Omit<MeasuredValue, 'read_at'> & { read_at: number | undefined };

/**
 * Returns whether a stored value stays: it was received later, or sent later by an origin that
 * numbers its messages, it is the last of several of its day, or what is sent is a part of its day.
 */
export function isSuperseded(
  stored: MeasuredValue,
  { read_at = Number.POSITIVE_INFINITY, ...sent }: Unordered,
  wholeBefore = '',
): boolean {
  if ((stored.read_at ?? 0) > read_at) return true;
  const isOfDay = stored.date === sent.date;
  const hasSameId = stored.external_id === sent.external_id;
  const isPart = isOfDay || (hasSameId && sent.external_id !== undefined);
  if (isPart && sent.date < wholeBefore && sent.value < stored.value) return true;
  if (hasSameId) return (stored.sequence ?? 0) > (sent.sequence ?? 0);
  const [time, sentTime] = [stored.time, sent.time];
  if (time === undefined || sentTime === undefined || !isOfDay) return false;
  if (time === sentTime) return false;
  return toSeconds(time) > toSeconds(sentTime);
}

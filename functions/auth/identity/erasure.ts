/** The pause between a person's request and the erasure, in hours (wire.md U2). */
export const pauseHours = 72;

export type ErasureReason = 'person' | 'operator';

/** The number of items of each kind that a user had. */
export type ItemCounts = Readonly<Record<string, number>>;

/**
 * The erasure of a user. It is `scheduled` during the pause, in which it can be `cancelled`. After
 * the pause, or at once if it has none, it is `running`. At its end, this item is deleted.
 */
export interface Erasure {
  /** Also the id of the receipt. */
  id: string;
  state: 'scheduled' | 'running' | 'cancelled';
  reason: ErasureReason;
  requested_datetime: string;
  /** The end of the pause. */
  due_datetime: string;
  /** The language tag of the mail about the erasure. */
  language: string;
  /** The index lists erasures by the time of their next run. Absent if the erasure is cancelled. */
  collection?: string;
  collection_sk?: string;
  /** The time of the first run. */
  started_datetime?: string;
  /** The email of the user. Set when the erasure has started. */
  email?: string;
  /** Counted when the erasure started. */
  counts?: ItemCounts;
  /** Seconds since 1970. Only a cancelled erasure has it. */
  ttl?: number;
}

/** The record that remains of an erasure. It has no personal data. */
export interface ErasureReceipt {
  id: string;
  reason: ErasureReason;
  requested_datetime: string;
  started_datetime: string;
  finished_datetime: string;
  counts: ItemCounts;
}

import { defineOwnedKey, defineOwnedRange } from '#shared/table/keys.ts';

export const seriesKeys = {
  /** The series of a workout, by the batch in the id of the entry. */
  workoutSeries: defineOwnedKey('SERIES'),
  /** A series of an export that waits for its workout, by a digest of the id of the record. */
  waitingSeries: defineOwnedKey('WAITING_SERIES'),
  allWaitingSeries: defineOwnedRange('WAITING_SERIES'),
};

import { defineOwnedKey, defineOwnedSpan } from '#shared/table/keys.ts';

/** The keys of days of the diary. */
export const dayKeys = {
  diaryDay: defineOwnedKey('DIARY'),
  diaryDays: defineOwnedSpan('DIARY'),
};

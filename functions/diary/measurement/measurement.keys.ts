import { defineOwnedKey } from '#shared/table/keys.ts';

/** The keys of measurements. The id is the type and the month, as in `weight#2026-11`. */
export const measurementKeys = {
  measurements: defineOwnedKey('MEASUREMENT'),
};

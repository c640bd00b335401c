import { defineItemKey } from '#shared/table/keys.ts';

/** The keys of devices. */
export const deviceKeys = {
  device: defineItemKey('DEVICE'),
};

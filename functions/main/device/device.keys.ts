import { defineItemKey } from '#shared/table/keys.ts';

export const deviceKeys = {
  device: defineItemKey('DEVICE'),
};

import { defineOwnedKey } from '../table/keys.ts';

export const idempotencyKeys = {
  idempotencyKey: defineOwnedKey('IDEMPOTENCY'),
};

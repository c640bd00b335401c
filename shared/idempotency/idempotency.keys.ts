import { defineOwnedKey } from '../table/keys.ts';

/** The keys of idempotency keys. */
export const idempotencyKeys = {
  idempotencyKey: defineOwnedKey('IDEMPOTENCY'),
};

import type { Key } from '#shared/table/keys.ts';

export const quotaKeys = {
  /** The limits that the operator has set for all clients. */
  limits: (): Key => ({ pk: 'LIMITS', sk: 'LIMITS' }),
};

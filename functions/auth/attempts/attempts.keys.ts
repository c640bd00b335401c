import { defineItemKey } from '#shared/table/keys.ts';

/** The keys of rate limits, by the digest of what is limited. */
export const attemptKeys = {
  rateLimit: defineItemKey('ATTEMPTS'),
};

import { defineItemKey } from '#shared/table/keys.ts';

/** The keys of pending sign-ins. */
export const pendingSignInKeys = {
  connectRequest: defineItemKey('CONNECT'),
};

import { defineItemKey } from '#shared/table/keys.ts';

export const pendingSignInKeys = {
  connectRequest: defineItemKey('CONNECT'),
};

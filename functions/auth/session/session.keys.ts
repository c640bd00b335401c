import { defineOwnedKey, defineOwnedRange } from '#shared/table/keys.ts';

/** The keys of sessions and trusted devices. */
export const sessionKeys = {
  session: defineOwnedKey('SESSION'),
  sessions: defineOwnedRange('SESSION'),
  trustedDevice: defineOwnedKey('TRUSTED_DEVICE'),
  trustedDevices: defineOwnedRange('TRUSTED_DEVICE'),
};

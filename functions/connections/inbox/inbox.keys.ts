import {
  defineOwnedKey,
  defineOwnedRange,
  defineSingletonKey,
} from '#shared/table/keys.ts';

/** The keys of inboxes. */
export const inboxKeys = {
  /** A window of days that an inbox is taking. Its id is that of the inbox and its times. */
  backfill: defineOwnedKey('BACKFILL'),
  inboxes: defineOwnedRange('INBOX'),
  inboxCount: defineSingletonKey('INBOXES'),
};

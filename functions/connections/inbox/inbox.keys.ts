import {
  defineOwnedKey,
  defineOwnedRange,
  defineSingletonKey,
} from '#shared/table/keys.ts';

/** The keys of inboxes. */
export const inboxKeys = {
  /** The window of days that an inbox is taking. Its id is that of the inbox. */
  backfill: defineOwnedKey('BACKFILL'),
  inboxes: defineOwnedRange('INBOX'),
  inboxCount: defineSingletonKey('INBOXES'),
};

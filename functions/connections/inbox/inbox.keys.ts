import {
  defineOwnedKey,
  defineOwnedRange,
  defineSingletonKey,
} from '#shared/table/keys.ts';

/** The keys of inboxes. */
export const inboxKeys = {
  inbox: defineOwnedKey('INBOX'),
  inboxes: defineOwnedRange('INBOX'),
  inboxCount: defineSingletonKey('INBOXES'),
};

import { defineOwnedKey, defineOwnedRange } from '#shared/table/keys.ts';

/** The keys of files that inboxes have taken. An id has that of the inbox and a digest. */
export const pushedFileKeys = {
  pushedFile: defineOwnedKey('PUSHED'),
  pushedFiles: defineOwnedRange('PUSHED'),
};

import { defineOwnedKey, defineOwnedRange } from '#shared/table/keys.ts';

/** The keys of the origins of workouts. The merge asks which connections exist. */
export const originKeys = {
  inbox: defineOwnedKey('INBOX'),
  remoteConnection: defineOwnedKey('REMOTE_CONNECTION'),
  remoteConnections: defineOwnedRange('REMOTE_CONNECTION'),
};

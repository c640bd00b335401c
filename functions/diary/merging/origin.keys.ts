import { defineOwnedKey, defineOwnedRange } from '#shared/table/keys.ts';

/** The keys of remote connections, the origins of workouts. The merge asks which exist. */
export const originKeys = {
  remoteConnection: defineOwnedKey('REMOTE_CONNECTION'),
  remoteConnections: defineOwnedRange('REMOTE_CONNECTION'),
};

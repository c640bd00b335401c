import {
  defineItemKey,
  defineOwnedKey,
  defineOwnedRange,
  defineSingletonKey,
} from '#shared/table/keys.ts';

/** The keys of connections, their accounts and their syncs. */
export const connectionKeys = {
  remoteConnectionCount: defineSingletonKey('REMOTE_CONNECTIONS'),
  providerAccount: defineItemKey('REMOTE_ACCOUNT'),
  syncRequest: defineOwnedKey('SYNC_REQUEST'),
  syncRequests: defineOwnedRange('SYNC_REQUEST'),
  dueSyncs: (shard: number) => `SYNC_DUE#${shard}`,
};

/** The names in the encryption context of a remote connection's credentials. */
export const credentialsContext = ['user_id', 'remote_connection_id', 'type'] as const;

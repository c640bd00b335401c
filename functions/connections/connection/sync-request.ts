/**
 * Why a connection is synchronized: the account was connected, the schedule planned the sync, the
 * person asked for it, a webhook reported a change, or an earlier sync did not read all pages.
 */
export type SyncReason = 'connected' | 'due' | 'person' | 'push' | 'continued';

/** A request to synchronize a connection. Writing it starts the sync through the table's stream. */
export interface SyncRequest {
  id: string;
  remote_connection_id: string;
  reason: SyncReason;
  /** A workout that a webhook reported. Without it the sync lists what changed. */
  workout_id?: string;
  /** Epoch seconds after which the table deletes a request that was lost. */
  ttl: number;
}

/**
 * A request to clean up the diary after a connection is removed. It is written in the transaction
 * that removes the connection.
 */
export interface CleanupRequest {
  /** The id of the connection. */
  id: string;
  reason: 'disconnected';
  /** Whether to delete the entries that were imported from the connection. */
  deletes_entries: boolean;
  /** Epoch seconds after which the table deletes a request that was lost. */
  ttl: number;
}

/** An item with the key `keys.syncRequest`. */
export type ImportRequest = SyncRequest | CleanupRequest;

/** Seconds between two requests of a user for the same connection. */
export const minRequestInterval = 60;

/** Seconds for which the table keeps a request that no queue processes. */
export const requestLifetime = 86_400;

/** Why a connection is synchronized. */
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

/** The prefix of the sort keys of requests. */
export const syncRequestPrefix = 'SYNC_REQUEST#';

/** Seconds between two requests of a user for the same connection. */
export const minRequestInterval = 60;

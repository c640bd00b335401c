import type { RemoteConnection } from './remote-connection.ts';

/** The members of a stored connection that its syncs read and write. */
export interface SyncState extends Pick<RemoteConnection, 'status'> {
  /** The provider's cursor. The next sync lists the page that begins there. */
  sync_cursor?: string;
  /** Whether the last sync was interrupted between two pages. */
  sync_is_partial?: boolean;
  /**
   * The provider's ids of workouts of the next page that are imported already. An interrupted sync
   * fetched them one by one.
   */
  sync_fetched?: readonly string[];
  /**
   * The provider's ids of workouts that webhooks have reported and that could not be fetched then.
   * The next sync fetches them.
   */
  sync_reported?: readonly string[];
  /**
   * When the sync may continue, in epoch seconds. Present while it waits for a rate limit of the
   * provider (decision 0046).
   */
  sync_turn?: number;
  /** The data source of each device of the account: its id, by a digest of the device's id. */
  sync_sources?: Readonly<Record<string, string>>;
  /** Whether the provider accepted a subscription to webhooks for the account. */
  webhook_subscribed?: true;
  /** How many syncs have failed since the last successful sync. */
  sync_failures?: number;
  /** How many of these failures were unreadable responses. */
  sync_unreadable?: number;
  /** The id of the sync in progress. No other sync starts until its lease ends. */
  sync_lease?: string;
  /** When the lease ends, in epoch seconds. */
  sync_lease_until?: number;
  /** When the user last requested a sync, in epoch seconds. */
  sync_requested_at?: number;
  /** The shard of the connection in the index of due syncs. Absent if no sync is planned. */
  collection?: string;
  /** The sort key of the connection in this index, which begins with the time of the next sync. */
  collection_sk?: string;
}

/** A connection with the state of its syncs. */
export type SyncedConnection = RemoteConnection & SyncState;

/** How far back the first sync of a connection reads, in days (wire.md R7). */
export const firstSyncDays = 30;

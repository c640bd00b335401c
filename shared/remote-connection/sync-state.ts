import type { RemoteConnection } from './remote-connection.ts';

/** The members of a stored connection that its syncs read and write. */
export interface SyncState extends Pick<RemoteConnection, 'status'> {
  /** The provider's cursor at which the next sync continues. */
  sync_cursor?: string;
  /** Whether the last sync was interrupted between two pages. */
  sync_is_partial?: boolean;
  /**
   * The provider's ids of the workouts on the page at the cursor that were fetched one by one and
   * imported, before a sync was interrupted.
   */
  sync_fetched?: readonly string[];
  /**
   * The provider's ids of workouts that webhooks have reported and that could not be fetched then.
   * The next sync fetches them.
   */
  sync_reported?: readonly string[];
  /** When it is the turn of a sync that a limit of the provider has stopped, in epoch seconds. */
  sync_turn?: number;
  /** The ids of the data sources of its devices, by a digest of the device's id. */
  sync_sources?: Readonly<Record<string, string>>;
  /** Whether the provider accepted a subscription to webhooks for the account. */
  webhook_subscribed?: true;
  /** How many syncs have failed since the last successful sync. */
  sync_failures?: number;
  /** How many of the failed syncs could not read a response of the provider. */
  sync_unreadable?: number;
  /** The id of the sync in progress. No other sync starts until its lease ends. */
  sync_lease?: string;
  /** Epoch seconds. */
  sync_lease_until?: number;
  /** The key in the index of due syncs. Absent if no sync is planned. */
  collection?: string;
  collection_sk?: string;
}

/** A connection with the state of its syncs. */
export type SyncedConnection = RemoteConnection & SyncState;

/** How far back the first sync of a connection reads, in days (wire.md R7). */
export const firstSyncDays = 30;

/** How many remote connections a user can have. */
export const maxRemoteConnections = 100;

/**
 * A user's connection to a provider, without the encrypted tokens that its row holds too. Functions
 * that serve clients have neither their type nor their key (decision 0040).
 */
export interface RemoteConnection {
  id: string;
  remote_id: string;
  type: string;
  created_datetime: string;
  /** Absent until a first sync is recorded (decision R4). */
  last_sync_time?: string;
}

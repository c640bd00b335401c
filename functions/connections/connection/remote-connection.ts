/** How many remote connections a user can have. */
export const maxRemoteConnections = 100;

/**
 * Whether workouts can be imported: `syncing` during the first import after the account was
 * connected or connected again, and `reauthorization_required` if the provider refuses our tokens
 * (wire.md R10).
 */
export const connectionStatuses = [
  'connected',
  'syncing',
  'reauthorization_required',
] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/**
 * A user's connection to a provider. The item in the table also has the encrypted tokens, which
 * functions that serve clients can neither name nor decrypt (decision 0040).
 */
export interface RemoteConnection {
  id: string;
  remote_id: string;
  type: string;
  created_datetime: string;
  /** Absent until a first sync is recorded (wire.md R4). */
  last_sync_time?: string;
  /** Absent if it was never synchronized, which counts as `connected`. */
  status?: ConnectionStatus;
}

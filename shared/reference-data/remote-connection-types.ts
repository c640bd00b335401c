import type { DeviceModel } from './devices.ts';
import { remoteConnectionTypes } from './remote-connection-types.data.ts';

/**
 * How a user connects to a provider: with OAuth 2 or 1, with an app on the phone, with an API key,
 * or not at all.
 */
export const connectionMethods = [
  'oauth2',
  'oauth1',
  'phone',
  'api_key',
  'none',
] as const;

/** A kind of remote account (specification 2.3, wire.md R3). */
export interface RemoteConnectionType {
  id: string;
  type: string;
  name: string;
  /** The device that its data is attributed to. */
  device: DeviceModel;
  /** What the provider sends, as a plural noun. */
  records: string;
  connection: (typeof connectionMethods)[number];
  /**
   * True if no new connection can be made. Lists omit a retired type, but old connections still
   * refer to it.
   */
  retired: boolean;
}

const byId = new Map(remoteConnectionTypes.map((type) => [type.id, type]));

/** The types that are not retired, in the order of their ids. */
export const currentTypes = remoteConnectionTypes.filter(({ retired }) => !retired);

/** Returns the remote connection type with an id, retired or not, or undefined if there is none. */
export function findRemoteConnectionType(id: string): RemoteConnectionType | undefined {
  return byId.get(id);
}

/** Returns the type with this value of `type`, retired or not, or undefined if there is none. */
export function findTypeByKey(key: string): RemoteConnectionType | undefined {
  return remoteConnectionTypes.find(({ type }) => type === key);
}

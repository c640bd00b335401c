import type { DeviceNaming } from './devices.ts';
import { remoteConnectionTypes } from './remote-connection-types.data.ts';

/**
 * How a connection to a provider comes about: with the person's account there (OAuth 2 or the older 1), on the
 * person's phone, by a key that the person copies, or not at all.
 */
export const connections = ['oauth2', 'oauth1', 'phone', 'api_key', 'none'] as const;

/** A kind of remote account (specification 2.3, decision R3). */
export interface RemoteConnectionType {
  id: string;
  type: string;
  name: string;
  /** What it stands for where data names the device that recorded it. */
  device: DeviceNaming;
  /** What arrives from it, as a noun in the plural. */
  records: string;
  connection: (typeof connections)[number];
  /** No new connection can be made; it is not listed, and old connections still name it. */
  retired: boolean;
}

const byId = new Map(remoteConnectionTypes.map((type) => [type.id, type]));

/** The types with which a connection can be made, in the order of their ids. */
export const currentTypes = remoteConnectionTypes.filter(({ retired }) => !retired);

/** The remote connection type of that id, retired or not, if there is one. */
export function findRemoteConnectionType(id: string): RemoteConnectionType | undefined {
  return byId.get(id);
}

import { remoteConnectionTypes } from './remote-connection-types.data.ts';

/**
 * The way to connect to a provider: with OAuth 2 or 1, with an app on the phone, with an API key,
 * or not at all.
 */
export const connectionMethods = [
  'oauth2',
  'oauth1',
  'phone',
  'api_key',
  'none',
] as const;

/** A kind of remote account (specification 2.3). */
export interface RemoteConnectionType {
  id: string;
  type: string;
  name: string;
  /** The device that its data is attributed to. */
  device: DeviceModel;
  /** The things that the provider sends, as a plural noun. */
  records: string;
  connection: (typeof connectionMethods)[number];
  /** Whether people can connect it and its workouts are imported. */
  importable: boolean;
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

/** Returns whether accounts are connected with a key of the person, so that no client is needed. */
export function connectsByKey({ connection, importable }: RemoteConnectionType): boolean {
  return importable && connection === 'api_key';
}

/** Lists the types whose accounts are connected with a key. */
export function listKeyTypes(): string[] {
  return currentTypes.filter(connectsByKey).map(({ type }) => type);
}

/** Returns whether accounts of a type are connected with a key. */
export function isKeyType(type: string): boolean {
  return listKeyTypes().includes(type);
}

/** A hardware model, or the app of a provider, as its manufacturer names it. */
export interface DeviceModel {
  manufacturer: string;
  model: string;
}

/**
 * Returns the id of a device: `<manufacturer>_<model>` in lower case (wire.md D1). Characters
 * other than letters, digits, `~`, `.` and `-` become hyphens.
 */
export function toDeviceId({ manufacturer, model }: DeviceModel): string {
  return [manufacturer, model]
    .map((part) => part.toLowerCase().replace(/[^\p{L}\p{Nd}~.-]/gu, '-'))
    .join('_');
}

const devices = new Map(
  remoteConnectionTypes.map(({ device }) => [toDeviceId(device), device]),
);

/** Returns the device of a remote connection type by its id, or undefined if no type has it. */
export function findReferenceDevice(id: string): DeviceModel | undefined {
  return devices.get(id);
}

import { findEnvironment } from '../runtime/environment.ts';
import {
  currentTypes,
  type DeviceModel,
  findReferenceDevice,
  findRemoteConnectionType,
  findTypeByKey,
  type RemoteConnectionType,
  toDeviceId,
} from './remote-connection-types.ts';

/**
 * A remote connection type that the environment adds to the reference data. Only the runner on one
 * machine sets it; the template never does. Its calls follow the API of a known provider.
 */
export interface ExtraType {
  id: string;
  type: string;
  name: string;
  device: DeviceModel;
  records: string;
  /** The type of the provider whose API is used. */
  interface: string;
  /** The URL of the server that stands in for the provider's hosts. */
  gateway: `http${'://' | 's://'}${string}`;
}

/** The environment variable with an `ExtraType` as JSON. */
export const extraTypeVariable = 'EXTRA_CONNECTION_TYPE';

/** Returns the extra type, or undefined if the environment has none. */
export function findExtraType(): ExtraType | undefined {
  const value = findEnvironment(extraTypeVariable);
  return value === undefined ? undefined : JSON.parse(value);
}

function listExtraTypes(): RemoteConnectionType[] {
  const extra = findExtraType();
  if (!extra) return [];
  const { id, type, name, device, records } = extra;
  const rest = { connection: 'oauth2', importable: true, retired: false } as const;
  return [{ id, type, name, device, records, ...rest }];
}

/** Returns the types that are not retired, in the order of their ids. */
export function listConnectionTypes(): readonly RemoteConnectionType[] {
  return [...currentTypes, ...listExtraTypes()];
}

/** Returns the type with an id, retired or not, or undefined if there is none. */
export function findConnectionType(id: string): RemoteConnectionType | undefined {
  const extra = listExtraTypes().find((type) => type.id === id);
  return extra ?? findRemoteConnectionType(id);
}

/**
 * Returns the type with this value of `type`. Returns undefined if none has it, or it is retired.
 */
export function findCurrentType(type: string): RemoteConnectionType | undefined {
  return listConnectionTypes().find((candidate) => candidate.type === type);
}

/** Returns the display name of a type, retired or not. An unknown type is its own name. */
export function getTypeName(type: string): string {
  return (findCurrentType(type) ?? findTypeByKey(type))?.name ?? type;
}

/**
 * Returns the type of the known provider whose API a type has: for the extra type its `interface`,
 * for all other types the type itself.
 */
export function getKnownProvider(type: string): string {
  const extra = findExtraType();
  return extra?.type === type ? extra.interface : type;
}

/** Returns whether accounts of a type can be connected, so that their workouts are imported. */
export function isImportable(type: string): boolean {
  return findTypeByKey(getKnownProvider(type))?.importable ?? false;
}

/** Returns the device of a type by its id, or undefined if no type has it. */
export function findTypeDevice(id: string): DeviceModel | undefined {
  const extra = listExtraTypes().find(({ device }) => toDeviceId(device) === id);
  return extra?.device ?? findReferenceDevice(id);
}

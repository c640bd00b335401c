import { remoteConnectionTypes } from './remote-connection-types.data.ts';

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

import { remoteConnectionTypes } from './remote-connection-types.data.ts';

/** A model of hardware, or a service that stands for one, by the words of its maker. */
export interface DeviceNaming {
  manufacturer: string;
  model: string;
}

/**
 * The id of a device: `<manufacturer>_<model>` in lower case, with a hyphen for every character that is not a letter,
 * a digit, `~`, `.` or `-` (decision D1).
 */
export function deviceId({ manufacturer, model }: DeviceNaming): string {
  return [manufacturer, model]
    .map((part) => part.toLowerCase().replace(/[^\p{L}\p{Nd}~.-]/gu, '-'))
    .join('_');
}

const devices = new Map(remoteConnectionTypes.map(({ device }) => [deviceId(device), device]));

/** The device of that id where it stands for a remote connection type. */
export function findCatalogueDevice(id: string): DeviceNaming | undefined {
  return devices.get(id);
}

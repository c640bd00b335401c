import { cleanText, takeCharacters } from '#shared/contract/clean-text.ts';
import { toDeviceId } from '#shared/reference-data/remote-connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';

/** A hardware model, shared by the users that name it (specification 2.5). */
export interface Device {
  id: string;
  manufacturer: string;
  model: string;
  name: string;
  description: string;
}

/** The scope of tokens for which the devices exist that only their user has named. */
export const ownScope = 'data_sources.read';

/** Characters of a manufacturer or model. */
export const maxNameLength = 100;

/**
 * Returns the manufacturer or model that a provider states in a form that `DeviceNaming` accepts.
 * Returns undefined if nothing of it is visible. A provider cannot correct a name, so none is
 * rejected.
 */
function cleanDeviceName(value: string): string | undefined {
  return cleanText(value, maxNameLength).normalize().trim() || undefined;
}

/** A device to describe. */
export interface NewDevice {
  manufacturer: string;
  model: string;
  /** Defaults to manufacturer and model. */
  name?: string;
}

/** A device as a provider or a file names it. */
export interface StatedDevice {
  /** The maker. Absent if only a name is stated, which may contain it. */
  manufacturer?: string;
  model: string;
}

/**
 * Returns the device that a provider or a file names, or undefined if nothing of its name is
 * visible. A name without a maker stands for both, and is the name of the device and of its data
 * source.
 */
export function toNewDevice(stated: StatedDevice): NewDevice | undefined {
  const model = cleanDeviceName(stated.model);
  if (model === undefined) return undefined;
  const manufacturer = cleanDeviceName(stated.manufacturer ?? '') ?? model;
  const isRepeated = manufacturer === model;
  return { manufacturer, model, ...compact({ name: isRepeated ? model : undefined }) };
}

/** Returns the device with this manufacturer and model, a name and a description. */
export function describeDevice(device: NewDevice): Device {
  const { manufacturer, model, name: deviceName = `${manufacturer} ${model}` } = device;
  const id = toDeviceId(device);
  return {
    id,
    manufacturer,
    model,
    name: takeCharacters(deviceName, maxNameLength),
    description: id,
  };
}

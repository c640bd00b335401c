import type { StatedDevice } from '#functions/main/device/device.ts';
import { compact } from '#shared/runtime/compact.ts';
import { garminProducts, manufacturers } from './fit-device.data.ts';

/** The names that a message has for the device that wrote its file. */
export interface DeviceNames {
  /** The number of the maker. */
  manufacturer: number | undefined;
  /** The maker's number of the device. */
  product: number | undefined;
  /** The name of the device. */
  name: string | undefined;
}

const garmin = manufacturers[1];

/** Returns the device that wrote a file, from what the file and the device tell about it. */
export function findDevice(
  file: DeviceNames | undefined,
  creator: DeviceNames | undefined,
): StatedDevice | undefined {
  const name = file?.name ?? creator?.name;
  const maker = file?.manufacturer === undefined ? creator : file;
  const manufacturer = manufacturers[maker?.manufacturer ?? 0];
  const model = name ?? findModel(manufacturer, maker?.product);
  return model === undefined ? undefined : compact({ manufacturer, model });
}

/** Returns the name of a device, or the number that its maker gave it. */
function findModel(
  manufacturer: string | undefined,
  product: number | undefined,
): string | undefined {
  if (manufacturer === undefined || product === undefined) return manufacturer;
  const name = manufacturer === garmin ? garminProducts.get(product) : undefined;
  return name ?? `Product ${product}`;
}

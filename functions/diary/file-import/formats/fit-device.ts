import type { WorkoutDevice } from '#functions/diary/import/workout.ts';
import { compact } from '#shared/runtime/compact.ts';
import { garminProducts, manufacturers } from './fit-device.data.ts';

/** What a message tells about a device. */
export interface DeviceNames {
  /** The number of the maker. */
  manufacturer: number | undefined;
  /** The maker's number of the device. */
  product: number | undefined;
  /** The name of the device. */
  name: string | undefined;
}

const garmin = manufacturers[1];

/** Returns the device that the first of the messages with a known one tells. */
export function findDevice(messages: readonly DeviceNames[]): WorkoutDevice | undefined {
  const named = messages.find(({ name }) => name !== undefined);
  const known = named ?? messages.find(({ manufacturer }) => manufacturer !== undefined);
  if (known?.manufacturer === undefined)
    return known?.name ? { model: known.name } : undefined;
  const manufacturer = manufacturers[known.manufacturer];
  const model = known.name ?? findModel(manufacturer, known.product);
  return model === undefined ? undefined : compact({ manufacturer, model });
}

/** Returns the name of a device, or the number that its maker gave it. */
function findModel(
  manufacturer: string | undefined,
  product: number | undefined,
): string | undefined {
  if (manufacturer === undefined || product === undefined) return manufacturer;
  const name = manufacturer === garmin ? garminProducts[product] : undefined;
  return name ?? `Product ${product}`;
}

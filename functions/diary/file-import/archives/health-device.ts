import type { StatedDevice } from '#functions/main/device/device.ts';
import { compact } from '#shared/runtime/compact.ts';

/** Reads the description of a device, e.g. `<<HKDevice: 0x1>, name:Apple Watch, model:Watch>`. */
export function readHealthDevice(description = ''): StatedDevice | undefined {
  const read = (name: string) =>
    new RegExp(`[ ,]${name}:([^,>]+)`).exec(description)?.[1]?.trim();
  const model = read('name') ?? read('model');
  const manufacturer = read('manufacturer');
  return model === undefined ? undefined : compact({ manufacturer, model });
}

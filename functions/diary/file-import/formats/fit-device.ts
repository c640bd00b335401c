import type { Sensor } from '#functions/diary/entry/origin.ts';
import type { StatedDevice } from '#functions/main/device/device.ts';
import { compact } from '#shared/runtime/compact.ts';
import { garminProducts, manufacturers } from './fit-device.data.ts';
import type { FitMessage } from './fit-reader.ts';

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

/** What a sensor is, by the numbers of the network through which it is paired. */
const antSensors: ReadonlyMap<number, Sensor> = new Map([
  [11, 'power'],
  [17, 'machine'],
  [120, 'strap'],
  [124, 'footpod'],
]);
const bluetoothSensors: ReadonlyMap<number, Sensor> = new Map([
  [1, 'strap'],
  [2, 'power'],
  [6, 'footpod'],
  [7, 'machine'],
]);
const localSensors: ReadonlyMap<number, Sensor> = new Map([[4, 'barometer']]);

/** The tables by the numbers of the networks. Older devices name none, and have those of ANT+. */
const antNetwork = 1;
const sensorTables = new Map([
  [antNetwork, antSensors],
  [3, bluetoothSensors],
  [5, localSensors],
]);

/** Returns the sensor of a message about a device, or undefined if it is none that decides. */
export function readSensor(message: FitMessage): Sensor | undefined {
  const table = sensorTables.get(message.getNumber(25) ?? antNetwork);
  return table?.get(message.getNumber(1) ?? Number.NaN);
}

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

import type { DataSource } from '#shared/data-source/data-source.ts';
import type { Device } from '#shared/data-source/device.ts';
import { defineRulesFor, pickShown } from './members.ts';

/** Which members of a data source an export shows. */
export const dataSourceRules = defineRulesFor<DataSource>()({
  id: 'shown',
  name: 'shown',
  active: 'shown',
  advertised_name: 'shown',
  serial_number: 'shown',
  bluetooth_device_address: 'shown',
  firmware_version: 'shown',
  hardware_version: 'shown',
  created_datetime: 'shown',
  device: 'shown',
  priorities: 'shown',
});

const deviceRules = defineRulesFor<Device>()({
  id: 'shown',
  manufacturer: 'shown',
  model: 'shown',
  name: 'shown',
  description: 'shown',
});

/**
 * Returns the data source in an item, as a list of one object. Leaves out the key of the device's
 * own item, which earlier versions embedded together with the device.
 */
export function toDataSourceObjects(item: object) {
  const source = item as DataSource;
  const device = pickShown({ ...source.device }, deviceRules);
  return [pickShown({ ...source, device }, dataSourceRules)];
}

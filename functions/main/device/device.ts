import * as z from 'zod/mini';
import { described, name, shownToOthers } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import { toDeviceId } from '#shared/reference-data/remote-connection-types.ts';

/** A hardware model, shared by the users that name it (specification 2.5, wire.md D1 and D2). */
export interface Device {
  id: string;
  manufacturer: string;
  model: string;
  name: string;
  description: string;
}

const DeviceName = shownToOthers(name(100));

/** The names by which a client identifies a device. */
export const DeviceNaming = z.object({
  manufacturer: described(DeviceName, 'The manufacturer.', 'Garmin'),
  model: described(DeviceName, "The manufacturer's name for the model.", 'FR-935'),
});
export type DeviceNaming = z.infer<typeof DeviceNaming>;

const { model, manufacturer } = DeviceNaming.shape;
const members = {
  model,
  manufacturer,
  name: described(z.string(), 'Manufacturer and model.', 'Garmin FR-935'),
  description: described(
    z.string(),
    'A description. Defaults to the id.',
    'garmin_fr-935',
  ),
};

/** A device embedded in a data source. */
export const EmbeddedDevice = z
  .object({
    ...members,
    _links: z.object({ self: ItemLink }),
  })
  .check(z.meta({ id: 'EmbeddedDevice', description: 'The device of a data source.' }));
/** A device that is read by its id. */
export const DeviceRepresentation = z
  .object({
    ...members,
    _links: z.object({ self: ItemLink, documentation: PlainLink }),
  })
  .check(
    z.meta({
      id: 'Device',
      description: 'A hardware model, to which data sources refer.',
    }),
  );

/** Returns the device with this manufacturer and model, a default name and a description. */
export function describeDevice(deviceModel: DeviceNaming): Device {
  const id = toDeviceId(deviceModel);
  return {
    id,
    ...deviceModel,
    name: `${deviceModel.manufacturer} ${deviceModel.model}`.slice(0, 100),
    description: id,
  };
}

/** Returns a device as it is embedded in a data source. */
export function presentEmbedded(
  { id, manufacturer, model, name, description }: Device,
  links: Links,
) {
  return {
    model,
    manufacturer,
    name,
    description,
    _links: { self: links.item('device', id) },
  };
}

/** Returns a device as clients see it. */
export function present(device: Device, links: Links) {
  const embedded = presentEmbedded(device, links);
  return {
    ...embedded,
    _links: { ...embedded._links, documentation: links.documentation('device') },
  };
}

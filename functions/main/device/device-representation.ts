import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import type { Device } from './device.ts';
import { DeviceNaming } from './device-naming.ts';

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
export const EmbeddedDevice = deferred(() =>
  z
    .object({
      ...members,
      _links: z.object({ self: ItemLink }),
    })
    .check(z.meta({ id: 'EmbeddedDevice', description: 'The device of a data source.' })),
);
/** A device that is read by its id. */
export const DeviceRepresentation = deferred(() =>
  z
    .object({
      ...members,
      _links: z.object({ self: ItemLink, documentation: PlainLink }),
    })
    .check(
      z.meta({
        id: 'Device',
        description: 'A hardware model, to which data sources refer.',
      }),
    ),
);

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

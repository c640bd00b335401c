import * as z from 'zod/mini';
import type { Device } from '#functions/main/device/device.ts';
import { DeviceNaming } from '#functions/main/device/device-naming.ts';
import {
  EmbeddedDevice,
  presentEmbedded,
} from '#functions/main/device/device-representation.ts';
import {
  deferred,
  described,
  shownToOthers,
  text,
  whenValid,
} from '#shared/contract/schema.ts';
import { parseItemId, SingleLink } from '#shared/hal/link-reference.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import { pick } from '#shared/runtime/compact.ts';
import { initialFields } from './stored-source.ts';

const OptionalText = z.nullable(shownToOthers(text(255)));

/** The fields of a data source that a client may change (specification 2.5). */
const changeable = {
  name: described(OptionalText, 'The name that the user gave it.', 'My watch'),
  active: z
    .boolean()
    .check(z.describe('Whether it can record new data. Initially true; false is final.')),
  advertised_name: described(OptionalText, 'Its advertised Bluetooth name.'),
  serial_number: described(OptionalText, 'Its serial number.'),
  bluetooth_device_address: described(OptionalText, 'Its Bluetooth device address.'),
  firmware_version: described(OptionalText, 'Its firmware version.'),
  hardware_version: described(OptionalText, 'Its hardware version.'),
};

const Fields = z.object(changeable);

/** Kinds of data for which a user can prefer a data source. */
export const priorityTypes = ['activity', 'sleep'] as const;
export const PriorityType = deferred(() =>
  z
    .enum(priorityTypes)
    .check(z.meta({ id: 'PriorityType', description: 'The kind of data.' })),
);
export type PriorityType = z.infer<typeof PriorityType>;

/** A data source of a user, as it is stored: with the device that records, and the priorities. */
export type DataSource = z.infer<typeof Fields> & {
  id: string;
  created_datetime: string;
  device: Device;
  /** The remote connection type whose sync made it. Absent if the person or a file did. */
  remote_connection_type?: string;
  /** The time (ISO 8601) at which the user preferred this data source, by kind of data. */
  priorities: Partial<Record<PriorityType, string>>;
};

const DeviceMembers = z.object({
  manufacturer: z.optional(DeviceNaming.shape.manufacturer),
  model: z.optional(DeviceNaming.shape.model),
  _links: z
    .optional(z.object({ self: SingleLink }))
    .check(
      z.describe('A link to an existing device, instead of manufacturer and model.'),
    ),
});

function identifiesDevice({
  manufacturer,
  model,
  _links,
}: z.infer<typeof DeviceMembers>): boolean {
  const isNamed = manufacturer !== undefined && model !== undefined;
  return isNamed || _links !== undefined;
}

/**
 * The device of a new data source: its manufacturer and model, or a link to an existing device
 * (wire.md D3). If there is a link, the manufacturer and the model are not used and may be empty.
 */
const DeviceReference = deferred(() =>
  z.pipe(
    DeviceMembers.check(
      z.refine(identifiesDevice, {
        error:
          'must have a manufacturer and a model, or a _links.self with the href or id of a device',
        when: whenValid(),
      }),
      z.meta({
        id: 'DeviceInput',
        description: 'A manufacturer and a model, or a link to a device.',
      }),
    ),
    z.transform(({ manufacturer = '', model = '', _links }) => ({
      deviceModel: { manufacturer, model },
      linked_id: _links && parseItemId('device', _links.self[0]),
    })),
  ),
);

const deviceText =
  'an array of exactly 1 device: its manufacturer and model, or a _links.self with its href or id';

export const DataSourceCreation = deferred(() =>
  z
    .object({
      name: z._default(changeable.name, null),
      _embedded: z.object(
        { device: z.tuple([DeviceReference], `must be ${deviceText}`) },
        `must be an object with device: ${deviceText}`,
      ),
    })
    .check(z.meta({ id: 'DataSourceInput' })),
);

export const DataSourceChange = deferred(() =>
  z.partial(Fields).check(z.meta({ id: 'DataSourceChangeInput' })),
);
export type DataSourceChange = z.infer<typeof DataSourceChange>;

/** The members of a data source that no request changes. */
const buildFixedMembers = () => ({
  _links: z.object({ self: ItemLink, device: ItemLink, documentation: PlainLink }),
  _embedded: z.object({ device: z.array(EmbeddedDevice) }),
});

export const DataSourceRepresentation = deferred(() =>
  z.object({ ...changeable, ...buildFixedMembers() }).check(
    z.meta({
      id: 'DataSource',
      description:
        'A recording device of a user: a hardware model, and the details of this unit.',
    }),
  ),
);

/** A new data source. A creation that has another value of these members loses it. */
export const NewSourceRepresentation = deferred(() => {
  const initial = Object.entries(initialFields).map(([name, value]) => [
    name,
    z.literal(value),
  ]);
  return z.object({ ...Object.fromEntries(initial), ...buildFixedMembers() });
});

/** Returns a data source as clients see it. */
export function present(source: DataSource, links: Links) {
  return {
    ...pick(source, changeable),
    _links: {
      self: links.item('data_source', source.id),
      device: links.item('device', source.device.id),
      documentation: links.documentation('data_source'),
    },
    _embedded: { device: [presentEmbedded(source.device, links)] },
  };
}

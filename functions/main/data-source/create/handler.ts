import { serve } from '#shared/http/serve.ts';
import { withLocation } from '#shared/http/with-location.ts';
import { newId } from '#shared/runtime/ids.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataSources from '../data-source.store.ts';
import { type DataSource, maxDataSources, present } from '../data-source.ts';
import * as devices from '../device/device.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, body, table, links, now, fail }) => {
    const [{ naming, linked_id }] = body._embedded.device;
    const linked =
      linked_id === undefined ? undefined : await devices.find(table, linked_id);
    if (linked_id !== undefined && !linked) {
      throw fail('validation_failed', {
        failures: {
          '_embedded.device.0._links.self': ['must link to an existing device'],
        },
      });
    }
    if (!(await dataSources.reserveSlot(table, caller.user_id))) {
      throw fail('validation_failed', {
        failures: {
          __all__: [`a user can have at most ${maxDataSources} data sources`],
        },
      });
    }
    const source: DataSource = {
      id: newId(now),
      name: body.name,
      active: true,
      advertised_name: null,
      serial_number: null,
      bluetooth_device_address: null,
      firmware_version: null,
      hardware_version: null,
      created_datetime: now.toISOString(),
      device: linked ?? (await devices.findOrCreate(table, naming)),
      priorities: {},
    };
    await dataSources.create(table, caller.user_id, source);
    return withLocation(201, present(source, links));
  },
);

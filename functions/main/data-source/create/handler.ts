import { serve } from '#shared/http/serve.ts';
import { withLocation } from '#shared/http/with-location.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import {
  getReplayHeaders,
  readIdempotencyKey,
} from '#shared/idempotency/idempotency-key.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataSources from '../data-source.store.ts';
import { type DataSource, maxDataSources, present } from '../data-source.ts';
import * as devices from '../device/device.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, body, header, table, links, now, fail }) => {
    const key = readIdempotencyKey(header, fail);
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

    const { user_id } = caller;
    const request = { ...caller, resource: 'data_source', key } as const;
    const claim = await idempotency.claimId(table, request, body, now);
    if (!claim) throw fail('idempotency_key_reused');

    const source: DataSource = {
      id: claim.id,
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
    const isStored =
      claim.isReplayed && (await dataSources.find(table, user_id, source.id));
    if (!isStored) {
      if (!(await dataSources.reserveSlot(table, user_id))) {
        const message = `a user can have at most ${maxDataSources} data sources`;
        throw fail('validation_failed', { failures: { __all__: [message] } });
      }
      await dataSources.create(table, user_id, source);
    }

    const headers = getReplayHeaders(claim.isReplayed);
    return withLocation(201, present(source, links), headers);
  },
);

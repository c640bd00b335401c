import * as dataSources from '#shared/data-source/data-source.store.ts';
import {
  type DataSource,
  dataSourceLimits,
  present,
} from '#shared/data-source/data-source.ts';
import * as quota from '#shared/data-source/data-source-quota.store.ts';
import * as devices from '#shared/data-source/device.store.ts';
import type { Device } from '#shared/data-source/device.ts';
import type { Fail } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { withLocation } from '#shared/http/with-location.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import {
  getReplayHeaders,
  readIdempotencyKey,
} from '#shared/idempotency/idempotency-key.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, body, header, table, links, now, fail }) => {
    const key = readIdempotencyKey(header, fail);
    const [{ deviceModel, linked_id }] = body._embedded.device;
    const linked = await findLinkedDevice(table, linked_id, fail);

    const { user_id } = caller;
    const request = { ...caller, resource: 'data_source', key };
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
      device: linked ?? (await devices.findOrCreate(table, deviceModel, now)),
      priorities: {},
    };
    const isStored =
      claim.isReplayed && (await dataSources.find(table, user_id, source.id));
    if (!isStored) await createWithinLimit(table, user_id, { source, now }, fail);

    const headers = getReplayHeaders(claim.isReplayed);
    return withLocation(201, present(source, links), headers);
  },
);

type ValidationFail = Fail<'validation_failed'>;

/**
 * Returns the linked device, or undefined without a link. Throws `validation_failed` if the device
 * does not exist.
 */
async function findLinkedDevice(
  table: Table<'get'>,
  id: string | undefined,
  fail: ValidationFail,
): Promise<Device | undefined> {
  if (id === undefined) return undefined;
  const device = await devices.find(table, id);
  if (device) return device;

  const field = '_embedded.device.0._links.self';
  const failures = { [field]: ['must link to an existing device'] };
  throw fail('validation_failed', { failures });
}

const limitMessages: Readonly<Record<'too_many_active' | 'too_many', string>> = {
  too_many_active:
    `a user can have at most ${dataSourceLimits.active} active data sources; ` +
    'deactivate one and try again',
  too_many: `a user can have at most ${dataSourceLimits.total} data sources, active or inactive`,
};

/**
 * Stores a data source. Throws `validation_failed` if the user has as many as allowed (wire.md D3),
 * and `unavailable` if other requests keep changing the quota.
 */
async function createWithinLimit(
  table: Table<'put' | 'query' | 'update'>,
  user_id: string,
  { source, now }: { source: DataSource; now: Date },
  fail: Fail<'validation_failed' | 'unavailable'>,
): Promise<void> {
  const creation = { id: source.id, now };
  const reservation = await quota.reserveDataSource(table, user_id, creation);
  if (reservation === 'contended') throw fail('unavailable');
  if (reservation !== 'reserved') {
    const message = limitMessages[reservation];
    throw fail('validation_failed', { failures: { __all__: [message] } });
  }
  await dataSources.create(table, user_id, source);
}

import * as devices from '#functions/main/device/device.store.ts';
import type { Device } from '#functions/main/device/device.ts';
import type { Principal } from '#shared/auth/principal.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { type Fail, withLocation } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import {
  getReplayHeaders,
  readIdempotencyKey,
} from '#shared/idempotency/idempotency-key.ts';
import { openTableFor, type Table } from '#shared/table/table.ts';
import * as dataSources from '../data-source.store.ts';
import { present } from '../data-source.ts';
import { buildDataSource, dataSourceLimits } from '../stored-source.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { ...apiDependencies, table: openTableFor(endpoint) },
  async ({ caller, body, header, table, links, now, fail }) => {
    const key = readIdempotencyKey(header, fail);
    const { user_id } = caller;
    const [{ deviceModel, linked_id }] = body._embedded.device;
    const linked = await findLinkedDevice(linked_id, { table, caller, fail });
    const device =
      linked ?? (await devices.findOrCreate(table, { user_id }, deviceModel, now));

    const request = { ...caller, resource: 'data_source', key, body, now };
    const buildSource = (id: string) =>
      buildDataSource(id, { name: body.name, device }, now);
    const creation = await idempotency.createOnce(table, request, (id) =>
      dataSources.toSourceCreation(user_id, buildSource(id)),
    );
    if (creation.outcome === 'key_reused') throw fail('idempotency_key_reused');
    if (creation.outcome === 'refused') {
      const message = limitMessages[dataSources.requireExceededLimit(creation.failures)];
      throw fail('validation_failed', { failures: { __all__: [message] } });
    }

    const headers = getReplayHeaders(creation.outcome === 'replayed');
    return withLocation(201, present(buildSource(creation.id), links), headers);
  },
);

/** The caller that names a device by a link. */
interface DeviceLookup {
  table: Table<'get'>;
  caller: Principal;
  fail: Fail<'validation_failed'>;
}

/**
 * Returns the linked device, or undefined without a link. Throws `validation_failed` if the caller
 * can read no such device.
 */
async function findLinkedDevice(
  id: string | undefined,
  { table, caller, fail }: DeviceLookup,
): Promise<Device | undefined> {
  if (id === undefined) return undefined;
  const device = await devices.find(table, caller, id);
  if (device) return device;

  const field = '_embedded.device.0._links.self';
  const failures = { [field]: ['must link to an existing device'] };
  throw fail('validation_failed', { failures });
}

/** Why a user can have no further data source. */
const limitMessages: Readonly<Record<keyof typeof dataSourceLimits, string>> = {
  active:
    `a user can have at most ${dataSourceLimits.active} active data sources; ` +
    'deactivate one and try again',
  total: `a user can have at most ${dataSourceLimits.total} data sources, active or inactive`,
};

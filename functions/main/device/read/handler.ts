import { coversScope } from '#shared/contract/scopes.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as devices from '../device.store.ts';
import { ownScope } from '../device.ts';
import { present } from '../device-representation.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, links, recordRead, fail } = request;
  const device = requireFound(
    await devices.find(table, caller, params.id),
    { kind: 'device', id: params.id },
    fail,
  );
  const body = present(device, links);
  if (coversScope(caller.scope, ownScope))
    recordRead(ownScope, { query: undefined, body });
  return { status: 200, body };
});

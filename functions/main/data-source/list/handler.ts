import { parseItemId } from '#shared/hal/link-reference.ts';
import { presentPage } from '#shared/hal/paging.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import * as dataSources from '../data-source.store.ts';
import { present } from '../data-source.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, query, table, links } = request;
  const device_id =
    query.device === undefined
      ? undefined
      : parseItemId('device', { href: query.device });
  const all = await dataSources.listVisible(table, caller, query.active);
  const listed =
    device_id === undefined
      ? all
      : all.filter((source) => source.device.id === device_id);
  const body = presentPage(listed, query, links, {
    resource: 'data_source',
    name: 'data_sources',
    present: (source) => present(source, links),
    // Without it, the links lead to the active ones.
    filter: compact({ device: device_id, active: query.active ? undefined : 'false' }),
  });
  return { status: 200, body };
});

import { call } from '../kit/call.ts';

interface WithLinks {
  _links: { self: [{ id: string }]; device: [{ id: string }] };
}

const watch = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };

async function newDataSource(token: string): Promise<WithLinks> {
  return (await call<WithLinks>('POST', '/v7.1/data_source/', { token, json: watch })).body;
}

async function newPriority(token: string): Promise<string> {
  const [{ id }] = (await newDataSource(token))._links.self;
  const json = { priority_type: 'activity', _links: { data_source: [{ id }] } };
  return (await call<WithLinks>('POST', '/v7.1/data_source_priority/', { token, json })).body._links.self[0]
    .id;
}

/** How the owner of a token comes to have one item of each resource: the id of a new one. */
export const arrangements: Record<string, (token: string) => Promise<string>> = {
  data_source: async (token) => (await newDataSource(token))._links.self[0].id,
  data_source_priority: newPriority,
  device: async (token) => (await newDataSource(token))._links.device[0].id,
  user: async () => 'self',
};

/** Bodies that endpoints accept, where the example of the endpoint depends on an item. */
export const bodies: Record<string, (token: string) => Promise<unknown>> = {
  'main/data-source/priority/create': async (token) => ({
    priority_type: 'sleep',
    _links: { data_source: [{ id: (await newDataSource(token))._links.self[0].id }] },
  }),
};

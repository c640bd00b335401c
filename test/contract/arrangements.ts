import type { Send } from '../kit/send.ts';

interface WithLinks {
  _links: { self: [{ id: string }]; device: [{ id: string }] };
}

const watch = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };

async function newDataSource(send: Send): Promise<WithLinks['_links']> {
  return (await send<WithLinks>('POST', '/v7.1/data_source/', { json: watch })).body._links;
}

async function newPriority(send: Send): Promise<string> {
  const json = await priorityOfNewSource(send);
  return (await send<WithLinks>('POST', '/v7.1/data_source_priority/', { json })).body._links.self[0].id;
}

async function priorityOfNewSource(send: Send) {
  const [{ id }] = (await newDataSource(send)).self;
  return { priority_type: 'activity', _links: { data_source: [{ id }] } };
}

/** How someone comes to have one item of each resource: sends what makes one and answers its id. */
export const arrangements: Readonly<Record<string, (send: Send) => Promise<string>>> = {
  data_source: async (send) => (await newDataSource(send)).self[0].id,
  data_source_priority: newPriority,
  device: async (send) => (await newDataSource(send)).device[0].id,
  user: async () => 'self',
  activity_type: async () => '1',
  remoteconnectiontype: async () => '1',
};

/** Bodies that endpoints accept, by the endpoint's id, where they depend on another item; else the example serves. */
export const bodies: Readonly<Record<string, (send: Send) => Promise<object>>> = {
  'main/data-source/priority/create': priorityOfNewSource,
};

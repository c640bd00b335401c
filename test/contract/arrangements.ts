import { buildImageForm, tinyImage, uploadImage } from '#kit/images.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import type { Send, SendOptions } from '#kit/send.ts';
import type { EndpointEntry } from '#lib/definitions.ts';

interface WithLinks {
  _links: { self: [{ id: string }]; device: [{ id: string }] };
}

const watch = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };

async function newDataSource(send: Send): Promise<WithLinks['_links']> {
  return (await send<WithLinks>('POST', '/v7.1/data_source/', { json: watch })).body._links;
}

async function newPriority(send: Send): Promise<string> {
  const json = await priorityOfNewSource(send);
  return (await send<WithLinks>('POST', '/v7.1/data_source_priority/', { json })).body._links
    .self[0].id;
}

async function priorityOfNewSource(send: Send) {
  const [{ id }] = (await newDataSource(send)).self;
  return { priority_type: 'activity', _links: { data_source: [{ id }] } };
}

const run = {
  type: 'exercise',
  date: '2026-11-20',
  exercise: { id: '134026256871277' },
  duration: 1800,
  energy: { unit: 'calories', value: 254.5 },
};

async function newDiaryEntry(send: Send): Promise<string> {
  const json = { items: [run] };
  const { body } = await send<{ items: [{ id: string }] }>('POST', '/v2/diary', {
    host: 'diary',
    json,
  });
  return body.items[0].id;
}

/** No client can make one: it is added to whomever `send` speaks for. */
async function newRemoteConnection(send: Send): Promise<string> {
  return addRemoteConnection((await send<{ id: string }>('GET', '/v7.1/user/self/')).body.id);
}

/** How someone comes to have one item of each resource: sends what makes one and answers its id. */
export const arrangements: Readonly<Record<string, (send: Send) => Promise<string>>> = {
  data_source: async (send) => (await newDataSource(send)).self[0].id,
  data_source_priority: newPriority,
  diary: newDiaryEntry,
  image: async (send) => (await uploadImage(send, tinyImage)).body._links.self[0].id,
  device: async (send) => (await newDataSource(send)).device[0].id,
  user: async () => 'self',
  activity_type: async () => '1',
  remoteconnectiontype: async () => '1',
  remoteconnection: newRemoteConnection,
};

/** Bodies that endpoints accept, by the endpoint's id, where they depend on another item or are a form with an image. */
const bodies: Readonly<Record<string, (send: Send) => Promise<object>>> = {
  'main/data-source/priority/create': priorityOfNewSource,
  'main/image/create': async () => buildImageForm(tinyImage),
};

/** A body that the endpoint accepts, as far as it reads one: that of its example unless it depends on something. */
export async function buildBody(
  { id, endpoint: { request, examples } }: EndpointEntry,
  send: Send,
): Promise<Pick<SendOptions, 'json' | 'body'>> {
  if (!request?.json && !request?.multipart) return {};
  const body = (await bodies[id]?.(send)) ?? examples?.[0]?.body ?? {};
  return body instanceof FormData ? { body } : { json: body };
}

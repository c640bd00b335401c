import { maxWebhooks } from '#functions/account/webhook/webhook.ts';
import { sentWeight } from '#functions/diary/measurement/examples.ts';
import { finishExport } from '#kit/data-exports.ts';
import { watch } from '#kit/data-sources.ts';
import { run } from '#kit/diary.ts';
import {
  buildImportForm,
  buildRunFile,
  finishImport,
  uploadFiles,
} from '#kit/file-imports.ts';
import { newUserToken } from '#kit/fixtures.ts';
import { buildImageForm, tinyImage, uploadImage } from '#kit/images.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import type { Send, SendOptions } from '#kit/send.ts';
import { getWebhookReceiver } from '#kit/webhook-receiver.ts';
import type { EndpointEntry } from '#lib/endpoints.ts';

interface CreatedSource {
  _links: { self: [{ id: string }]; device: [{ id: string }] };
}

const sourceBody = { _embedded: { device: [watch] } };

async function createSource(send: Send): Promise<CreatedSource['_links']> {
  const { body } = await send<CreatedSource>('POST', '/v7.1/data_source/', {
    json: sourceBody,
  });
  return body._links;
}

/** Creates a device of two users, because that of one user needs a scope. */
async function createSharedDevice(send: Send): Promise<string> {
  const [{ id }] = (await createSource(send)).device;
  const token = await newUserToken();
  await send('POST', '/v7.1/data_source/', { token, json: sourceBody });
  return id;
}

async function buildPriorityBody(send: Send) {
  const { self } = await createSource(send);
  return { priority_type: 'activity', _links: { data_source: [{ id: self[0].id }] } };
}

async function createPriority(send: Send): Promise<string> {
  const json = await buildPriorityBody(send);
  const { body } = await send<CreatedSource>('POST', '/v7.1/data_source_priority/', {
    json,
  });
  return body._links.self[0].id;
}

async function createDiaryEntry(send: Send): Promise<string> {
  const options = { host: 'diary', json: { items: [run] } } as const;
  const { body } = await send<{ items: [{ id: string }] }>('POST', '/v2/diary', options);
  return body.items[0].id;
}

async function createMeasurement(send: Send): Promise<string> {
  const json = { items: [sentWeight] };
  const options = { host: 'diary', json } as const;
  const { body } = await send<{ items: [{ id: string }] }>(
    'POST',
    '/v2/measurements',
    options,
  );
  return body.items[0].id;
}

async function createImage(send: Send): Promise<string> {
  const { body } = await uploadImage(send, tinyImage);
  return body._links.self[0].id;
}

const openTable = {
  name: 'food.csv',
  content: 'Date,Meal,Food,Energy\n2026-05-01,Lunch,Oats,900\n',
};

/** Returns an import that was answered as the example does, and no longer counts as running. */
async function createImport(send: Send): Promise<string> {
  const { body } = await uploadFiles(send, [buildRunFile('2026-05-01'), openTable]);
  const [{ id }] = body._links.self;
  const user_id = await getUserId(send);
  await finishImport(user_id, id);
  await send('POST', `/v7.1/import/${id}/answer/`, { json: { answers: { q1: 'kj' } } });
  await finishImport(user_id, id);
  return id;
}

interface CreatedExport {
  _links: { self: [{ id: string }] };
}

/** Makes further requests repeat the first, because a user can have one running export only. */
export const sameExport = { 'Idempotency-Key': 'the same export' };

async function createExport(send: Send): Promise<string> {
  const path = '/v7.1/user/self/export/';
  const options = { headers: sameExport };
  const { body } = await send<CreatedExport>('POST', path, options);
  // Its state no longer changes after that.
  await finishExport(await getUserId(send));
  return body._links.self[0].id;
}

/** Returns the user of the export, whose list no longer changes. */
async function createExportOfSelf(send: Send): Promise<string> {
  await createExport(send);
  return 'self';
}

/** Returns the id of the user of `send`. */
async function getUserId(send: Send): Promise<string> {
  const { body } = await send<{ id: string }>('GET', '/v7.1/user/self/');
  return body.id;
}

/** Adds a connection to the user of `send`, because no endpoint creates one. */
async function createRemoteConnection(send: Send): Promise<string> {
  return addRemoteConnection(await getUserId(send));
}

interface WebhookList {
  _embedded: { webhooks: { _links: { self: [{ id: string }] } }[] };
}

/** Builds a webhook with an address of its own, and makes room for it. */
async function buildWebhookBody(send: Send) {
  const path = '/v7.1/webhook/';
  const { body } = await send<WebhookList>('GET', path);
  const [oldest, ...others] = body._embedded.webhooks;
  const hasRoom = others.length + 1 < maxWebhooks;
  if (oldest && !hasRoom) await send('DELETE', `${path}${oldest._links.self[0].id}/`);
  const { newUrl } = await getWebhookReceiver();
  return { url: newUrl(), types: ['diary_entry.*'] };
}

/**
 * Functions that create an item for the user of `send` and return its id, by resource or by the id
 * of an endpoint.
 */
export const itemCreators: Readonly<Record<string, (send: Send) => Promise<string>>> = {
  data_source: async (send) => (await createSource(send)).self[0].id,
  data_source_priority: createPriority,
  diary: createDiaryEntry,
  image: createImage,
  measurements: createMeasurement,
  import: createImport,
  device: createSharedDevice,
  user: async () => 'self',
  'account/export/create': createExportOfSelf,
  'account/export/list': createExportOfSelf,
  'account/export/read': createExport,
  activity_type: async () => '1',
  remoteconnectiontype: async () => '1',
  remoteconnection: createRemoteConnection,
};

/** Valid bodies, by the id of the endpoint, that depend on another item or are multipart forms. */
export const bodyBuilders: Readonly<Record<string, (send: Send) => Promise<object>>> = {
  'main/data-source/priority/create': buildPriorityBody,
  'diary/file-import/create': async () => buildImportForm([buildRunFile('2026-05-01')]),
  'main/image/create': async () => buildImageForm(tinyImage),
  'account/webhook/create': buildWebhookBody,
};

/** Builds a valid body: with the endpoint's builder, or else that of its example. */
export async function buildBody(
  { id, endpoint: { request, examples } }: EndpointEntry,
  send: Send,
): Promise<Pick<SendOptions, 'json' | 'body'>> {
  if (!request?.json && !request?.multipart) return {};
  const body = (await bodyBuilders[id]?.(send)) ?? examples?.[0]?.body ?? {};
  return body instanceof FormData ? { body } : { json: body };
}

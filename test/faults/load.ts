import { randomInt, randomUUID } from 'node:crypto';
import { watch } from '#kit/data-sources.ts';
import type { TestPerson } from '#kit/fixtures.ts';
import { photograph, toBytes } from '#kit/image-files.ts';
import { uploadImage } from '#kit/images.ts';
import { type Send, type ServiceUrls, send } from '#kit/send.ts';
import type { Records } from './records.ts';

/** A user who sends requests. */
export interface LoadCaller extends TestPerson {
  token: string;
  client_id: string;
}

interface Context {
  asUser: Send;
  cdn: string;
  records: Records;
}

interface Created {
  _links: { self: [{ href: string }] };
}

const photo = await toBytes(photograph(800, 600).jpeg({ quality: 90 }));

/** Sends requests as a user, with the headers that the diary requires. */
export function sendAs(
  urls: ServiceUrls,
  { token, user_id, client_id }: LoadCaller,
): Send {
  const headers = { 'svc-client-id': client_id, 'svc-user-id': user_id };
  return (method, path, options = {}) =>
    send(urls, method, path, { token, headers, ...options });
}

function choose<Value>(values: Iterable<Value>): Value | undefined {
  const all = [...values];
  return all[randomInt(all.length || 1)];
}

async function createSource({ asUser, records }: Context): Promise<void> {
  const name = randomUUID();
  const json = { name, _embedded: { device: [watch] } };
  const { status, body, text } = await asUser<Created>('POST', '/v7.1/data_source/', {
    json,
  });
  if (status === 201) records.sources.set(body._links.self[0].href, new Set([name]));
  else records.unexpected.push(`create a source: ${status} ${text}`);
}

async function renameSource({ asUser, records }: Context): Promise<void> {
  const path = choose(records.sources.keys());
  if (path === undefined) return;

  const name = randomUUID();
  records.sources.get(path)?.add(name);
  const { status, text } = await asUser('PUT', path, { json: { name } });
  if (status === 200) records.sources.set(path, new Set([name]));
  else records.unexpected.push(`rename a source: ${status} ${text}`);
}

async function addEntry({ asUser, records }: Context): Promise<void> {
  const item = {
    type: 'exercise',
    date: `2026-01-0${randomInt(1, 10)}`,
    exercise: { id: '1' },
    duration: 60,
    energy: { unit: 'calories', value: 10 },
  };
  const options = { host: 'diary', json: { items: [item] } } as const;
  const { status, body, text } = await asUser<{ items: [{ id: string }] }>(
    'POST',
    '/v2/diary',
    options,
  );
  if (status === 201) records.entries.set(body.items[0].id, 'stored');
  else records.unexpected.push(`add an entry: ${status} ${text}`);
}

async function deleteEntry({ asUser, records }: Context): Promise<void> {
  const stored = [...records.entries].filter(([, state]) => state === 'stored');
  const id = choose(stored)?.[0];
  if (id === undefined) return;

  records.entries.set(id, 'unknown');
  const { status, text } = await asUser('DELETE', `/v2/diary/${id}`, { host: 'diary' });
  if (status === 204) records.entries.set(id, 'deleted');
  else records.unexpected.push(`delete an entry: ${status} ${text}`);
}

async function addImage({ asUser, records }: Context): Promise<void> {
  const { status, body, text } = await uploadImage(asUser, photo);
  if (status === 201) records.images.push(new URL(body.uri).pathname);
  else records.unexpected.push(`upload an image: ${status} ${text}`);
}

/** Fetches an image, which stores a variant of it. */
async function fetchVariant({ cdn, records }: Context): Promise<void> {
  const path = choose(records.images);
  if (path === undefined) return;

  const { status } = await fetch(cdn + path);
  if (status !== 200) records.unexpected.push(`fetch an image: ${status}`);
}

const steps = [
  createSource,
  renameSource,
  addEntry,
  addEntry,
  deleteEntry,
  addImage,
  fetchVariant,
];

/** Runs steps in a random order until the signal aborts or the service is gone. */
async function runSteps(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const step = choose(steps);
    try {
      await step?.(context);
    } catch {
      // No response: the service has been killed. Records keep what is unknown.
      return;
    }
  }
}

/** Sends a mixed load until the signal aborts, or until the service is gone. */
export async function sendLoad(
  urls: ServiceUrls & { cdn: string },
  callers: readonly { caller: LoadCaller; records: Records }[],
  signal: AbortSignal,
): Promise<void> {
  const loads = callers.map(({ caller, records }) =>
    runSteps({ asUser: sendAs(urls, caller), cdn: urls.cdn, records }, signal),
  );
  await Promise.all(loads);
}

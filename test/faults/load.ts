import { randomInt, randomUUID } from 'node:crypto';
import { watch } from '#kit/data-sources.ts';
import type { TestPerson } from '#kit/fixtures.ts';
import { drawPhotograph, toBytes } from '#kit/image-files.ts';
import { uploadImage } from '#kit/images.ts';
import { type Send, type ServiceUrls, send, type TestResponse } from '#kit/send.ts';
import type { EntryRecord, Records } from './records.ts';

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

const photo = await toBytes(drawPhotograph(400, 300).jpeg({ quality: 90 }));

interface CreatedEntries {
  items: { id: string; date: string }[];
}

/** The days of the diary that the load uses. */
export const loadDates = Array.from({ length: 9 }, (_, index) => `2026-01-0${index + 1}`);

const pickDate = () => pickRandom(loadDates) ?? '';

/** Sends requests as a user, with the headers that the diary requires. */
export function sendAs(
  urls: ServiceUrls,
  { token, user_id, client_id }: LoadCaller,
): Send {
  const headers = { 'svc-client-id': client_id, 'svc-user-id': user_id };
  return (method, path, options = {}) =>
    send(urls, method, path, { token, headers, ...options });
}

function pickRandom<Value>(values: Iterable<Value>): Value | undefined {
  const all = [...values];
  return all[randomInt(all.length || 1)];
}

/** Returns whether a response has the expected status. Records the response if not. */
function isExpected(
  { records }: Context,
  { status, text }: Pick<TestResponse, 'status' | 'text'>,
  expected: number,
): boolean {
  if (status === expected) return true;

  records.unexpected.push(`expected ${expected}: ${status} ${text}`);
  return false;
}

async function createSource(context: Context): Promise<void> {
  const { asUser, records } = context;
  const name = randomUUID();
  const json = { name, _embedded: { device: [watch] } };
  const response = await asUser<Created>('POST', '/v7.1/data_source/', { json });
  if (!isExpected(context, response, 201)) return;

  const [{ href }] = response.body._links.self;
  records.sources.set(href, new Set([name]));
}

async function renameSource(context: Context): Promise<void> {
  const { asUser, records } = context;
  const path = pickRandom(records.sources.keys());
  if (path === undefined) return;

  const name = randomUUID();
  records.sources.get(path)?.add(name);
  const response = await asUser('PUT', path, { json: { name } });
  if (isExpected(context, response, 200)) records.sources.set(path, new Set([name]));
}

/** Posts up to three entries, each for a day of its own, which are stored all or none. */
async function addEntries(context: Context): Promise<void> {
  const { asUser, records } = context;
  const dates = new Set(Array.from({ length: randomInt(1, 4) }, pickDate));
  const exerciseId = randomUUID();
  const items = [...dates].map((date) => ({
    type: 'exercise',
    date,
    exercise: { id: exerciseId },
    duration: 60,
    energy: { unit: 'calories', value: 10 },
  }));
  records.unconfirmedPosts.set(exerciseId, items.length);
  const options = { host: 'diary', json: { items } } as const;
  const response = await asUser<CreatedEntries>('POST', '/v2/diary', options);
  if (!isExpected(context, response, 201)) return;

  records.unconfirmedPosts.delete(exerciseId);
  for (const { id, date } of response.body.items) {
    records.entries.set(id, { state: 'stored', dates: new Set([date]) });
  }
}

/** Moves an entry to any day, which may be the day on which it is. */
async function moveEntry(context: Context): Promise<void> {
  const { asUser, records } = context;
  const [id, entry] = pickStored(records) ?? [];
  if (id === undefined || entry === undefined) return;

  const date = pickDate();
  const dates = new Set([...entry.dates, date]);
  records.entries.set(id, { state: 'stored', dates });
  const options = { host: 'diary', json: { date } } as const;
  const response = await asUser('PATCH', `/v2/diary/${id}`, options);
  if (isExpected(context, response, 200)) {
    records.entries.set(id, { state: 'stored', dates: new Set([date]) });
  }
}

async function deleteEntry(context: Context): Promise<void> {
  const { asUser, records } = context;
  const [id, entry] = pickStored(records) ?? [];
  if (id === undefined || entry === undefined) return;

  records.entries.set(id, { ...entry, state: 'unknown' });
  const response = await asUser('DELETE', `/v2/diary/${id}`, { host: 'diary' });
  if (isExpected(context, response, 204)) {
    records.entries.set(id, { ...entry, state: 'deleted' });
  }
}

function pickStored({ entries }: Records): [string, EntryRecord] | undefined {
  return pickRandom([...entries].filter(([, { state }]) => state === 'stored'));
}

/** Disconnects an account. A message makes a consumer end the access at the provider. */
async function disconnect(context: Context): Promise<void> {
  const { asUser, records } = context;
  const stored = [...records.connections].filter(([, { state }]) => state === 'stored');
  const [id, connection] = pickRandom(stored) ?? [];
  if (!connection) return;

  connection.state = 'unknown';
  const response = await asUser('DELETE', `/v7.1/remoteconnection/${id}/`);
  if (isExpected(context, response, 204)) connection.state = 'deleted';
}

async function addImage(context: Context): Promise<void> {
  const response = await uploadImage(context.asUser, photo);
  if (!isExpected(context, response, 201)) return;

  const { pathname } = new URL(response.body.uri);
  context.records.images.push(pathname);
}

/** Fetches an image, which stores a variant of it. */
async function fetchVariant(context: Context): Promise<void> {
  const path = pickRandom(context.records.images);
  if (path === undefined) return;

  const { status } = await fetch(context.cdn + path);
  isExpected(context, { status, text: path }, 200);
}

const steps = [
  disconnect,
  createSource,
  renameSource,
  addEntries,
  addEntries,
  moveEntry,
  moveEntry,
  deleteEntry,
  addImage,
  fetchVariant,
];

/** Runs steps in a random order until the signal aborts or the service is gone. */
async function runSteps(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const step = pickRandom(steps);
    try {
      await step?.(context);
    } catch {
      // The service was killed before it responded. The records allow both outcomes.
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

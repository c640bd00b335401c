import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { DataSourceList } from '#kit/data-sources.ts';
import type { Send } from '#kit/send.ts';
import { loadDates } from './load.ts';
import type { Records } from './records.ts';

async function verifySources(asUser: Send, { sources }: Records): Promise<string[]> {
  const response = await asUser<DataSourceList>('GET', '/v7.1/data_source/');
  const { status, body, text } = response;
  if (status !== 200) return [`list data sources: ${status} ${text}`];

  const storedNames = new Map<string, string | null>();
  for (const { name, _links } of body._embedded.data_sources)
    storedNames.set(_links.self[0].href, name);

  const differing = [...sources].filter(
    ([path, names]) => !names.has(storedNames.get(path) ?? ''),
  );
  return differing.map(([path]) => `${path} is ${storedNames.get(path)}`);
}

const statuses = { stored: [200], deleted: [404], unknown: [200, 404] } as const;

interface ListedEntry {
  id: string;
  date: string;
  exercise: { id: string };
}

async function listEntries(asUser: Send): Promise<ListedEntry[]> {
  const lists = loadDates.map(async (date) => {
    const path = `/v2/diary?entry_date=${date}&fields=all`;
    const options = { host: 'diary' } as const;
    const { body } = await asUser<{ items: ListedEntry[] }>('GET', path, options);
    return body.items;
  });
  return (await Promise.all(lists)).flat();
}

/** Each entry must be found under its id if it is on one day, and else nowhere. */
async function verifyEntries(asUser: Send, records: Records): Promise<string[]> {
  const problems: string[] = [];
  const listed = await listEntries(asUser);
  for (const [id, { state, dates }] of records.entries) {
    const options = { host: 'diary' } as const;
    const { status, body } = await asUser<ListedEntry>('GET', `/v2/diary/${id}`, options);
    const expected: readonly number[] = statuses[state];
    if (!expected.includes(status))
      problems.push(`entry ${id} was ${state}, the response is ${status}`);

    const days = listed.filter((entry) => entry.id === id).map(({ date }) => date);
    const found = status === 200 ? [body.date] : [];
    if (days.join() !== found.join() || !found.every((date) => dates.has(date)))
      problems.push(
        `entry ${id} is on ${days}, and found on ${found}, not on ${[...dates]}`,
      );
  }
  for (const [exerciseId, count] of records.unconfirmedPosts) {
    const stored = listed.filter(({ exercise }) => exercise.id === exerciseId).length;
    if (stored !== 0 && stored !== count)
      problems.push(`${stored} of the ${count} entries of a POST are stored`);
  }
  return problems;
}

/** Changes and deletes each entry by its id. */
export async function verifyMethods(asUser: Send): Promise<string[]> {
  const problems: string[] = [];
  const host = 'diary';
  for (const { id } of await listEntries(asUser)) {
    const path = `/v2/diary/${id}`;
    const changed = await asUser('PATCH', path, { host, json: { duration: 61 } });
    const deleted = await asUser('DELETE', path, { host });
    const found = await asUser('GET', path, { host });
    const responses = [changed, deleted, found].map(({ status }) => status);
    if (responses.join() !== '200,204,404')
      problems.push(`PATCH, DELETE and GET of entry ${id}: ${responses}`);
  }
  return problems;
}

/** Returns whether all pixels of an image can be decoded. */
function isWholeImage(bytes: Buffer): Promise<boolean> {
  const image = sharp(bytes, { failOn: 'warning' });
  return image.stats().then(
    () => true,
    () => false,
  );
}

async function verifyImages(cdn: string, { images }: Records): Promise<string[]> {
  const problems: string[] = [];
  for (const path of images) {
    const response = await fetch(cdn + path);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!(await isWholeImage(bytes)))
      problems.push(`${path}: ${response.status}, ${bytes.length} bytes are no image`);
  }
  return problems;
}

/** Compares the data of the service with what it confirmed. Returns the differences. */
export async function verifyRecords(
  asUser: Send,
  cdn: string,
  records: Records,
): Promise<string[]> {
  return [
    ...(await verifySources(asUser, records)),
    ...(await verifyEntries(asUser, records)),
    ...(await verifyImages(cdn, records)),
  ];
}

/** Returns the problems of the object files in a data folder, confirmed or not. */
export async function verifyObjects(folder: string): Promise<string[]> {
  const problems: string[] = [];
  for await (const path of glob('objects/*/*.object', { cwd: folder })) {
    // A file has a line of JSON, then the bytes of the object.
    const bytes = await readFile(join(folder, path));
    const end = bytes.indexOf('\n');
    const { ETag } = JSON.parse(bytes.toString('utf8', 0, end));
    const digest = createHash('md5').update(bytes.subarray(end + 1));
    if (ETag !== `"${digest.digest('hex')}"`) problems.push(`${path} is damaged`);
  }
  return problems;
}

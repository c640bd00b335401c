import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { DataSourceList } from '#kit/data-sources.ts';
import type { Send } from '#kit/send.ts';
import type { Records } from './records.ts';

async function verifySources(asUser: Send, { sources }: Records): Promise<string[]> {
  const { status, body, text } = await asUser<DataSourceList>(
    'GET',
    '/v7.1/data_source/',
  );
  if (status !== 200) return [`list data sources: ${status} ${text}`];

  const found = new Map(
    body._embedded.data_sources.map(({ name, _links }) => [_links.self[0].href, name]),
  );
  const wrong = [...sources].filter(([path, names]) => !names.has(found.get(path) ?? ''));
  return wrong.map(([path]) => `${path} is ${found.get(path)}`);
}

async function verifyEntries(asUser: Send, { entries }: Records): Promise<string[]> {
  const problems: string[] = [];
  for (const [id, state] of entries) {
    const { status } = await asUser('GET', `/v2/diary/${id}`, { host: 'diary' });
    const isRight = state === 'unknown' || status === (state === 'stored' ? 200 : 404);
    if (!isRight) problems.push(`entry ${id} was ${state}, the response is ${status}`);
  }
  return problems;
}

/** Fetches images and decodes all of their pixels. */
async function verifyImages(cdn: string, { images }: Records): Promise<string[]> {
  const problems: string[] = [];
  for (const path of images) {
    const response = await fetch(cdn + path);
    const bytes = Buffer.from(await response.arrayBuffer());
    const image = sharp(bytes, { failOn: 'warning' });
    const isWhole = await image.stats().then(
      () => true,
      () => false,
    );
    if (!isWhole)
      problems.push(`${path}: ${response.status}, ${bytes.length} bytes are no image`);
  }
  return problems;
}

/** Returns the problems of what the service has, compared with what it confirmed. */
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
    const bytes = await readFile(join(folder, path));
    const end = bytes.indexOf('\n');
    const { ETag } = JSON.parse(bytes.toString('utf8', 0, end));
    const digest = createHash('md5').update(bytes.subarray(end + 1));
    if (ETag !== `"${digest.digest('hex')}"`) problems.push(`${path} is damaged`);
  }
  return problems;
}

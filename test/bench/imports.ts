import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type * as z from 'zod/mini';
import type { ImportRepresentation } from '#functions/diary/file-import/file-import-representation.ts';
import type { Demonstration } from '#lib/admin/demonstration.ts';
import { startServiceProcess } from '../faults/service-process.ts';
import { importedArchives, writeLargeArchive } from './large-archives.ts';
import { measurePeak } from './many-connections.ts';
import { formatRecords, toMegabytes } from './report.ts';
import type { Section } from './service-under-bench.ts';

type FileImport = z.output<typeof ImportRepresentation>;
type Call = (method: string, href: string, json?: object) => Promise<FileImport>;

const pollMs = 200;

/** Returns a function that calls the API with the token of the demonstration. */
function createCall(main: string, { access_token }: Demonstration): Call {
  const headers = {
    Authorization: `Bearer ${access_token}`,
    'Content-Type': 'application/json',
  };
  return async (method, href, json) => {
    const body = json ? JSON.stringify(json) : null;
    const response = await fetch(`${main}${href}`, { method, headers, body });
    if (!response.ok) throw new Error(`${method} ${href} is ${response.status}.`);
    return (await response.json()) as FileImport;
  };
}

/** Uploads an archive in parts, and waits until its import has ended. */
async function importArchive(call: Call, archive: Buffer): Promise<FileImport> {
  const input = { size: archive.length, file_name: 'export.zip', timezone: 'UTC' };
  const begun = await call('POST', '/v7.1/import/upload/', input);
  let offset = 0;
  for (const { url, bytes } of begun.upload?.parts ?? []) {
    const body = Uint8Array.from(archive.subarray(offset, offset + bytes));
    const response = await fetch(url ?? '', { method: 'PUT', body });
    if (!response.ok) throw new Error(`The part at ${offset} is ${response.status}.`);
    offset += bytes;
  }
  const href = begun._links.self[0]?.href ?? '';
  await call('POST', `${href}complete/`);
  for (;;) {
    const current = await call('GET', href);
    if (current.state === 'done') return current;
    if (current.state === 'failed') throw new Error(`It failed: ${current.failure}.`);
    await setTimeout(pollMs);
  }
}

const columns = {
  title: 'imported by npm start',
  mb: 'MB of its files',
  entries: 'workouts',
  seconds: 'seconds',
  perSecond: 'workouts a second',
  peak: 'peak MB of the service',
};

/** Measures whole imports: the upload, the worker, and the writes to the diary. */
export const imports: Section = async () => {
  await using parent = await mkdtempDisposable(join(tmpdir(), 'imports-'));
  const data = join(parent.path, 'data');
  const service = await startServiceProcess(data);
  await using disposables = new AsyncDisposableStack();
  disposables.defer(() => service.stop());
  const text = await readFile(join(data, 'demonstration.json'), 'utf8');
  const call = createCall(service.urls.main, JSON.parse(text));

  const rows: Record<keyof typeof columns, string | number>[] = [];
  for (const archive of importedArchives) {
    const path = join(parent.path, 'archive.zip');
    const bytes = await writeLargeArchive(path, archive);
    const content = await readFile(path);
    const controller = new AbortController();
    const measured = measurePeak(service, controller.signal);
    const started = performance.now();
    const { entries } = await importArchive(call, content);
    const seconds = (performance.now() - started) / 1000;
    controller.abort();
    rows.push({
      title: archive.title,
      mb: toMegabytes(bytes),
      entries,
      seconds: seconds.toFixed(1),
      perSecond: Math.round(entries / seconds),
      peak: Math.round(await measured),
    });
  }
  return formatRecords(columns, rows);
};

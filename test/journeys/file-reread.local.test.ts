import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toImportFileKey } from '#functions/diary/file-import/import-file-keys.ts';
import { openImportStores, type SeenImport } from '#kit/file-imports.ts';
import {
  getIdentityHeaders,
  issueUserToken,
  newUser,
  type TestUser,
} from '#kit/fixtures.ts';
import { newOperator, type Operator } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { send } from '#kit/send.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import { isNew } from '#shared/table/condition.ts';
import { type Key, toOwnerPartition } from '#shared/table/keys.ts';

/**
 * What 0.6.0 has stored of an import of five files that are kept: one without the distance that its
 * points state, an edited and a removed one like it, one that was not read because it begins with
 * spaces, and one that is read as before. Those with an entry get their series.
 */
interface StoredImport {
  file: string;
  items: (Key & { write_id: string })[];
}

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const import_id = '01m8k6yek9yc0c7q2ndzxmsnm8da0jjd9cqm';
const object_id = '01m8k6yek9fqqh36gc78yzpdt7e499d25gxr';

let service: LocalService;
let user: TestUser;
let token: string;
let admin: Operator;

beforeAll(async () => {
  service = await startOwnService();
  disposables.defer(service.close);
  service.startDelivery();
  const table = openLocalTable(service.environment);
  user = await newUser();
  token = await issueUserToken(user);
  admin = await newOperator(disposables, service.environment);

  const path = join(import.meta.dirname, 'kept-files-of-0.6.0.json');
  const stored: StoredImport = JSON.parse(await readFile(path, 'utf8'));
  const pk = toOwnerPartition(user.user_id);
  for (const { write_id: _, ...item } of stored.items) {
    await table.put({ ...item, pk }, isNew);
  }
  const key = toImportFileKey(user.user_id, {
    id: import_id,
    object_id,
    keeps_file: true,
  });
  const bytes = Buffer.from(stored.file, 'base64');
  await openImportStores().files.put(key, { bytes, type: 'application/zip' });
});

interface SeenEntry {
  id: string;
  distance: number | null;
  source: { file_name: string };
}

/** Lists the entries of the five days as `day file distance`. */
async function listDiary(): Promise<string[]> {
  const lines: string[] = [];
  for (const day of [1, 2, 3, 4, 5]) {
    const headers = getIdentityHeaders(token);
    const path = `/v2/diary?entry_date=2026-05-0${day}&fields[]=all`;
    const options = { host: 'diary', token, headers } as const;
    const { body } = await send<{ items: SeenEntry[] }>(
      service.urls,
      'GET',
      path,
      options,
    );
    for (const { distance, source } of body.items)
      lines.push(`${day} ${source.file_name} ${distance}`);
  }
  return lines;
}

async function readImport(): Promise<SeenImport> {
  const path = `/v7.1/import/${import_id}/`;
  return (await send<SeenImport>(service.urls, 'GET', path, { token })).body;
}

async function reread(...args: string[]): Promise<object[]> {
  const result = await admin(['import', 'reread', ...args, '--json']);
  expect(result.exitCode, result.stderr).toBe(0);
  return JSON.parse(result.stdout);
}

const before = ['1 corrected.tcx null', '2 edited.tcx 4200', '5 same.gpx 1667.93'];
const after = [
  '1 corrected.tcx 5000',
  '2 edited.tcx 4200',
  '4 missed.tcx 5000',
  '5 same.gpx 1667.93',
];

it('files that 0.6.0 has imported are read again, after what changes was shown', async () => {
  expect(await listDiary()).toEqual(before);
  const shown = await reread();
  expect(shown).toEqual([
    expect.objectContaining({
      user_id: user.user_id,
      import_id,
      outcome: 'corrected',
      file_name: 'corrected.tcx',
      date: '2026-05-01',
      changes: ['distance: none -> 5000', 'series: 3 points'],
    }),
    expect.objectContaining({
      outcome: 'corrected',
      file_name: 'edited.tcx',
      changes: ['series: 3 points'],
    }),
    expect.objectContaining({ outcome: 'imported', file_name: 'missed.tcx' }),
    expect.objectContaining({
      outcome: 'corrected',
      file_name: 'same.gpx',
      changes: ['series: 6 points'],
    }),
  ]);
  expect(await listDiary()).toEqual(before);

  const ends = await reread('--apply');
  const counts = { imported: 1, corrected: 3, duplicate: 1 };
  expect(ends).toEqual([
    {
      user_id: user.user_id,
      import_id,
      file_name: 'files.zip',
      outcome: 'done',
      ...counts,
    },
  ]);
  expect(await listDiary()).toEqual(after);
  const seen = await readImport();
  expect(seen).toMatchObject({ state: 'done', files_done: 5, entries: 5, counts });
  const files = seen._embedded?.file ?? [];
  expect(files.map(({ file_name, state }) => `${file_name} ${state}`)).toEqual([
    'corrected.tcx corrected',
    'deleted.tcx duplicate',
    'edited.tcx corrected',
    'missed.tcx imported',
    'same.gpx corrected',
  ]);

  expect(await reread(user.email)).toEqual([]);
  expect(await reread('--apply')).toEqual([]);
  expect(await listDiary()).toEqual(after);
});

import { toArchiveKey } from '#functions/account/export/export-keys.ts';
import { type DayRange, listDates } from '#functions/diary/entry/dates.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { callHandler } from './call-handler.ts';
import {
  findStoredExport,
  openExportStores,
  startTestExport,
  writeAllArchives,
} from './data-exports.ts';
import {
  finishImport,
  type SeenImport,
  type SentFile,
  uploadFiles,
} from './file-imports.ts';
import { issueUserToken, type TestPerson } from './fixtures.ts';
import type { Send } from './send.ts';

/**
 * Exports the data of a person, as the page does unless it is for another asker. Returns the
 * archives as they are downloaded.
 */
export async function exportPerson(
  user_id: string,
  now = new Date(),
  options: Parameters<typeof writeAllArchives>[1] = {},
  asked_by: Parameters<typeof startTestExport>[1] = { access_generation: 0 },
): Promise<SentFile[]> {
  const test = await startTestExport(user_id, asked_by, now);
  await writeAllArchives(test, options);
  const { dataExport } = await findStoredExport(test);
  const { exportFiles } = openExportStores();
  return Promise.all(
    dataExport.archives.map(async ({ id }, index) => {
      const object = await exportFiles.get(toArchiveKey(user_id, test.id, id));
      return { name: `export-${index + 1}.zip`, content: object?.bytes ?? '' };
    }),
  );
}

/** A person with requests that see everything. */
export interface OpenPerson extends TestPerson {
  send: Send;
}

/** Opens the requests of a person. */
export async function openPerson(person: TestPerson): Promise<OpenPerson> {
  const scope = `${fullScope} measurements.read measurements.write`;
  const token = await issueUserToken(person, undefined, scope);
  const send: Send = (method, path, options) =>
    callHandler(method, path, { token, ...options });
  return { ...person, send };
}

/** An entry as the person sees it. */
export interface SeenEntry {
  id: string;
  date: string;
  type: string;
  duration?: number;
  source: {
    origin: string;
    original?: { origin: string; remote_connection_type?: string; file_name?: string };
    duplicates?: object[];
  };
}

/** Lists the entries of some days. */
export async function listEntriesOf(
  { send }: OpenPerson,
  range: DayRange,
): Promise<SeenEntry[]> {
  const days = listDates(range).map((date) => {
    const path = `/v2/diary?entry_date=${date}&types=exercise,food_entry&fields[]=all`;
    return send<{ items: SeenEntry[] }>('GET', path, { host: 'diary' });
  });
  return (await Promise.all(days)).flatMap(({ body }) => body.items);
}

/** Imports files to their end, and returns the import as the person sees it. */
export async function importFile(
  { user_id, send }: OpenPerson,
  ...files: SentFile[]
): Promise<SeenImport & { id: string }> {
  const { body } = await uploadFiles(send, files);
  const [{ id }] = body._links.self;
  await finishImport(user_id, id);
  return { ...(await send<SeenImport>('GET', `/v7.1/import/${id}/`)).body, id };
}

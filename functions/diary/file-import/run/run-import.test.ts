import { beforeEach, describe, expect, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { buildHealthExport, buildHealthRecord } from '#kit/archives/health-export.ts';
import { callHandler } from '#kit/call-handler.ts';
import { failAt } from '#kit/failing-stores.ts';
import {
  buildRunFile,
  finishImport,
  openImportStores,
  runNextImport,
  type SeenImport,
  type SentFile,
  uploadFiles,
} from '#kit/file-imports.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { occupyDay } from '#kit/full-days.ts';
import { importFiles, newFile, recordedRun } from '#kit/imported-files.ts';
import { createInterleavedTable } from '#kit/races.ts';
import type { Send } from '#kit/send.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';
import { fileImportKeys } from '../file-import.keys.ts';
import * as jobs from '../file-import.store.ts';
import { importLimits } from '../file-import.ts';
import { listImportPrefixes, toImportFileKey } from '../import-file-keys.ts';
import { isOutdated, requestReread } from '../queue-import.store.ts';
import { startImport } from '../start-import.ts';
import consumer from './consumer.ts';
import { createFileSourceFinder } from './file-devices.store.ts';
import { handler } from './handler.ts';
import type { RunContext } from './import-listed.ts';
import { maxRunStarts } from './perform-run.ts';

type RunTable = RunContext['table'];

let person: TestPerson;
let send: Send;

const newSender = async (owner: TestPerson): Promise<Send> => {
  const token = await issueUserToken(owner);
  return (method, path, options) => callHandler(method, path, { token, ...options });
};

beforeEach(async () => {
  person = await newPerson();
  send = await newSender(person);
});

/** Starts the import of files. Returns its id. */
async function start(files: readonly SentFile[], fields = {}): Promise<string> {
  const { status, body, text } = await uploadFiles(send, files, { fields });
  expect(status, text).toBe(201);
  return body._links.self[0].id;
}

/** Starts the import of files that are kept. Returns its id. */
async function startKept(files: readonly SentFile[]): Promise<string> {
  const id = newId(new Date());
  const stores = { table: table(), imports: openImportStores().files };
  const sent = files.map(({ name, content }) => ({ name, bytes: Buffer.from(content) }));
  const kept = { id, keeps_file: true, files: sent };
  await startImport(stores, person.user_id, kept, new Date());
  return id;
}

const read = async (id: string, query = '') =>
  (await send<SeenImport>('GET', `/v7.1/import/${id}/${query}`)).body;

/** Imports files. Returns the import at its end. */
async function importAll(...files: SentFile[]): Promise<SeenImport> {
  const id = await start(files);
  await finishImport(person.user_id, id);
  return read(id);
}

async function findFileKey(user_id: string, id: string): Promise<string> {
  const job = await jobs.find(table(), user_id, id, new Date());
  if (!job) throw new Error('There is no import.');
  return toImportFileKey(user_id, job);
}

const listEntries = async (date: string) => {
  const path = `/v2/diary?entry_date=${date}&types=exercise&fields[]=all`;
  const { body } = await send<{ items: { id: string; duration: number }[] }>(
    'GET',
    path,
    {
      host: 'diary',
    },
  );
  return body.items;
};

const dates = ['2026-05-01', '2026-05-02', '2026-05-03'];
const runs = dates.map(buildRunFile);
const notesBytes = Buffer.from('no workout');
const notes = { name: 'notes.txt', content: 'no workout' };

describe('an import of files', () => {
  it('creates the entries of workouts, and says what happened to each file', async () => {
    const seen = await importAll(...runs, notes);
    expect(seen).toMatchObject({
      state: 'done',
      failure: null,
      files_done: 4,
      entries: 3,
      counts: { imported: 3, duplicate: 0, skipped: 1, failed: 0 },
    });
    const [file, , , skipped] = seen._embedded?.file ?? [];
    expect(skipped).toMatchObject({
      number: 3,
      file_name: 'notes.txt',
      state: 'skipped',
      reason: 'unknown_kind',
      message: 'It is not a FIT, GPX, TCX or KML file, nor a table that is known here.',
      _links: {},
    });
    const [entry, ...others] = await listEntries('2026-05-01');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ duration: 600 });
    const { pathname } = new URL(file?._links.entry?.[0]?.href ?? '');
    expect(pathname).toBe(`/v2/diary/${entry?.id}`);
    expect((await send('GET', pathname, { host: 'diary' })).status).toBe(200);
  });

  it('says what was changed in a file, and which of its workouts were refused', async () => {
    await occupyDay(person.user_id, '2026-05-02', 500);
    const [first, second] = runs.map(({ content }) => String(content));
    const [track = ''] = /<trk>.*<\/trk>/s.exec(second ?? '') ?? [];
    const content = (first ?? '')
      .replace('<type>running</type>', '')
      .replace('</gpx>', `${track}</gpx>`);
    const seen = await importAll({ name: 'two.gpx', content });
    const [file] = seen._embedded?.file ?? [];
    expect(file).toMatchObject({
      state: 'imported',
      changes: [
        {
          code: 'sport_unknown',
          count: 1,
          message: 'It has no sport that is known here.',
        },
        { code: 'workouts_refused', count: 1 },
      ],
    });
  });

  it('is not begun once more by a message whose run has ended since it was read', async () => {
    const { user_id } = person;
    const id = await start(runs);
    // It reads the import, and then begins the run.
    const late = createInterleavedTable(2, () => finishImport(user_id, id));
    const deps = { table: late.table };
    expect(await runNextImport(user_id, id, deps)).toEqual({ outcome: 'superseded' });
    expect(await read(id)).toMatchObject({ state: 'done', failure: null, entries: 3 });
    const running = await table().get(fileImportKeys.runningImports(user_id));
    expect(running).toMatchObject({ count: 0 });
  });

  it('links to an entry as long as it exists, wherever it was moved', async () => {
    const first = await importAll(...runs);
    const again = await importAll(...runs);
    const [{ id }] = first._links.self;
    const [{ id: againId }] = again._links.self;
    const listLinks = async () => {
      const [created, found] = await Promise.all([read(id), read(againId)]);
      const links = created._embedded?.file.map(({ _links }) => _links.entry);
      const others = found._embedded?.file.map(({ _links }) => _links.duplicate_of);
      expect(others).toEqual(links);
      return (links ?? []).map((each) => each?.map(({ href }) => new URL(href).pathname));
    };
    const change = (method: 'DELETE' | 'PATCH' | 'GET', path = '', json?: object) =>
      send(method, path, { host: 'diary', ...(json && { json }) });

    const [[gone] = [], [moved] = [], kept] = await listLinks();
    expect((await change('DELETE', gone)).status).toBe(204);
    expect((await change('PATCH', moved, { date: '2026-05-09' })).status).toBe(200);
    expect(await listLinks()).toEqual([undefined, [moved], kept]);
    expect((await change('GET', moved)).status).toBe(200);
    expect((await change('DELETE', moved)).status).toBe(204);
    expect(await listLinks()).toEqual([undefined, undefined, kept]);
  });

  it('imports the same file once, and links to the entry that it has already', async () => {
    const first = await importAll(...runs.slice(0, 1));
    const second = await importAll(...runs.slice(0, 1));
    expect(second).toMatchObject({ entries: 0, counts: { imported: 0, duplicate: 1 } });
    const [line] = second._embedded?.file ?? [];
    expect(line?._links.duplicate_of).toEqual(first._embedded?.file[0]?._links.entry);
    expect(await listEntries('2026-05-01')).toHaveLength(1);
  });

  it('corrects what an earlier reader has read from the same file', async () => {
    const [run] = runs;
    if (!run) throw new Error('There is a run.');
    const old = { ...recordedRun, start_time: '2026-05-01T06:00:00Z', distance: 1 };
    const { reader: _, ...file } = newFile('old.gpx', old);
    const file_id = toDigest(Buffer.from(run.content));
    await importFiles(person.user_id, newId(new Date()), [{ ...file, file_id }]);

    const { counts, entries, _embedded } = await importAll(run);
    expect(counts).toMatchObject({ imported: 0, corrected: 1, duplicate: 0 });
    expect(entries).toBe(0);
    const [line] = _embedded?.file ?? [];
    expect(line).toMatchObject({ state: 'corrected', reason: null });
    expect(line?._links.entry).toHaveLength(1);
    expect((await importAll(run)).counts).toMatchObject({ corrected: 0, duplicate: 1 });
  });

  it('deletes its file at the end, unless the person keeps it', async () => {
    const { files } = openImportStores();
    const { user_id } = person;
    const id = await start(runs);
    const key = await findFileKey(user_id, id);
    expect(await files.get(key)).toBeDefined();
    await finishImport(user_id, id);
    expect(await files.get(key)).toBeUndefined();

    const kept = await startKept(runs);
    const keptKey = await findFileKey(user_id, kept);
    await finishImport(user_id, kept);
    expect(await files.get(keptKey)).toBeDefined();
    await send('DELETE', `/v7.1/import/${kept}/`);
    await finishImport(user_id, kept);
    expect(await files.get(keptKey)).toBeUndefined();
  });

  describe('whose kept file is read again', () => {
    /** Requests twice that the file is read again. Returns the outcomes. */
    async function reread(id: string) {
      const { user_id } = person;
      const job = await jobs.find(table(), user_id, id, new Date());
      if (!job) throw new Error('There is no import.');
      const request = () => requestReread(table(), user_id, job, new Date());
      return [await request(), await request()];
    }

    it('says what is new since then, and what was there', async () => {
      const { user_id } = person;
      const id = await startKept([...runs, notes]);
      await finishImport(user_id, id);
      const [first, second] = await listEntries('2026-05-01');
      expect(second).toBeUndefined();
      await send('DELETE', `/v2/diary/${first?.id}`, { host: 'diary' });

      expect(await reread(id)).toEqual(['queued', 'changed']);
      expect((await read(id))._embedded?.file).toEqual([]);
      await finishImport(user_id, id);
      const counts = { imported: 0, corrected: 0, duplicate: 3, skipped: 1, failed: 0 };
      expect(await read(id)).toMatchObject({ state: 'done', entries: 3, counts });
      expect(await listEntries('2026-05-01')).toEqual([]);
      const job = await jobs.find(table(), user_id, id, new Date());
      expect(job && isOutdated(job)).toBe(false);
    });

    it('ends the same if a run is interrupted at any of its writes', async () => {
      const { user_id } = person;
      const id = await startKept(runs);
      await finishImport(user_id, id);
      await reread(id);
      for (let failingWrite = 1; failingWrite <= 4; failingWrite += 1) {
        const { stores } = failAt(openImportStores(), failingWrite, { onlyWrites: true });
        await expect(runNextImport(user_id, id, stores)).rejects.toThrow('ended');
      }
      await finishImport(user_id, id);
      const counts = { imported: 0, duplicate: 3 };
      expect(await read(id)).toMatchObject({ state: 'done', files_done: 3, counts });
    });

    it('counts as one of the day, unless an earlier version has read the file', async () => {
      const { user_id } = person;
      const id = await startKept(runs);
      await finishImport(user_id, id);
      const today = new Date().toISOString().slice(0, 10);
      const counter = fileImportKeys.importsOfDay(user_id, today);
      const full = { set: { count: importLimits.perDay } };
      await table().updateWithoutReturnValues(counter, full, exists);
      expect(await reread(id)).toEqual(['too_many', 'too_many']);
      const key = fileImportKeys.importJob(user_id, id);
      await table().updateWithoutReturnValues(key, { remove: ['reader'] }, exists);
      expect(await reread(id)).toEqual(['queued', 'changed']);
    });
  });

  it('names the data source of the device once, whatever import names it', async () => {
    const { user_id } = person;
    const watch = { manufacturer: 'Garmin', model: 'Forerunner 955' };
    const id = await start(runs);
    const job = await jobs.find(table(), user_id, id, new Date());
    if (!job) throw new Error('There is no import.');
    const finder = () =>
      createFileSourceFinder(table(), { user_id, job }, () => new Date());
    const [first, again] = [await finder()(watch), await finder()(watch)];
    expect(first).toBeDefined();
    expect(again).toBe(first);
    expect(await finder()(undefined)).toBeUndefined();
  });

  it('continues where a run has stopped because its time was up', async () => {
    const { user_id } = person;
    const id = await start(runs);
    const outcomes = [];
    for (let run = 0; run < 4; run += 1) {
      const { outcome } = await runNextImport(user_id, id, { isTimeUp: () => true });
      outcomes.push(outcome);
    }
    expect(outcomes).toEqual(['continued', 'continued', 'continued', 'done']);
    expect(await read(id)).toMatchObject({ state: 'done', files_done: 3, entries: 3 });
    expect((await read(id))._embedded?.file.map(({ file_name }) => file_name)).toEqual(
      runs.map(({ name }) => name),
    );
  });

  it('stores more files than an item has place for, also if its process ends between two items, and shows them page by page', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      name: `${index}.txt`,
      content: `note ${index}`,
    }));
    const id = await start(many);
    const { stores } = failAt(openImportStores(), 4, { onlyWrites: true });
    const interrupted = runNextImport(person.user_id, id, stores);
    await expect(interrupted).rejects.toThrow('The process ended.');
    expect(await read(id)).toMatchObject({ files_done: 50 });
    await finishImport(person.user_id, id);
    const seen = await read(id);
    expect(seen).toMatchObject({ files_done: 60, counts: { skipped: 60 } });
    const names = (page: SeenImport) =>
      page._embedded?.file.map(({ file_name }) => file_name);
    expect(names(seen)).toEqual(many.slice(0, 20).map(({ name }) => name));
    const page = await read(id, '?limit=40&offset=45');
    expect(names(page)).toEqual(many.slice(45).map(({ name }) => name));
    expect(page._links.next).toBeUndefined();
    expect(names(await read(id, '?limit=10&offset=45'))).toHaveLength(10);
    expect(names(await read(id, '?offset=60'))).toEqual([]);
    const { _links } = await read(id, '?limit=0&offset=5');
    expect(Object.keys(_links)).toEqual(['self', 'documentation']);
  });

  it('ends the same if its process ends before any write', async () => {
    const ended = await importAll(...runs, notes, ...runs.slice(0, 1));
    const expected = ended._embedded?.file.map(({ state }) => state);

    let failingWrite = 1;
    for (let isInterrupted = true; isInterrupted; failingWrite += 1) {
      person = await newPerson();
      send = await newSender(person);
      const id = await start([...runs, notes, ...runs.slice(0, 1)]);
      const onlyWrites = { onlyWrites: true };
      const { stores } = failAt(openImportStores(), failingWrite, onlyWrites);
      isInterrupted = await runNextImport(person.user_id, id, stores).then(
        () => false,
        (error: Error) => error.message === 'The process ended.',
      );
      await finishImport(person.user_id, id);
      const seen = await read(id);
      expect(seen).toMatchObject({ state: 'done', counts: ended.counts, entries: 3 });
      expect(seen._embedded?.file.map(({ state }) => state)).toEqual(expected);
      for (const date of dates) expect(await listEntries(date)).toHaveLength(1);
    }
    // The begin of the run, the entries, the lines, the end, and the deletion of the file.
    expect(failingWrite).toBeGreaterThan(5);
  });

  it('fails after runs that were interrupted again and again, and no longer counts', async () => {
    const { user_id } = person;
    const id = await start(runs);
    const broken = {
      files: {
        ...openImportStores().files,
        read: () => Promise.reject(new Error('The process ended.')),
      },
    };
    for (let run = 0; run < maxRunStarts; run += 1)
      await expect(runNextImport(user_id, id, broken)).rejects.toThrow();
    expect(await runNextImport(user_id, id, broken)).toEqual({
      outcome: 'failed',
      failure: 'interrupted',
    });
    expect(await read(id)).toMatchObject({ state: 'failed', failure: 'interrupted' });
    const running = await table().get(fileImportKeys.runningImports(user_id));
    expect(running).toMatchObject({ count: 0 });
  });

  describe('while the store is slow', () => {
    const busy = serviceError('unavailable', { cause: 'throttling' });
    let isBusy: boolean;
    const get: RunTable['get'] = (key) =>
      isBusy && key.sk.startsWith('IMPORT_LINES')
        ? Promise.reject(busy)
        : table().get(key);

    beforeEach(() => {
      isBusy = true;
    });

    const runSlowly = (id: string, deps: Partial<RunContext> = {}) =>
      runNextImport(person.user_id, id, { table: { ...table(), get }, ...deps });

    it('waits, and hardly counts a start that it has ended', async () => {
      const id = await start(runs);
      for (let run = 0; run <= maxRunStarts; run += 1)
        await expect(runSlowly(id)).rejects.toThrow(busy);
      const pause = async () => {
        isBusy = false;
      };
      expect(await runSlowly(id, { pause })).toEqual({ outcome: 'done' });
      expect(isBusy).toBe(false);
    });

    it('fails before its last message is gone', async () => {
      const id = await start(runs);
      const { maxAge, retryInterval } = consumer;
      let runsLeft = Math.floor(maxAge / retryInterval);
      const run = () => runSlowly(id).catch(() => ({ outcome: 'thrown' }));
      while (runsLeft > 0 && (await run()).outcome === 'thrown') runsLeft -= 1;
      expect(runsLeft).toBeGreaterThan(0);
      expect(await read(id)).toMatchObject({ failure: 'interrupted' });
    });

    it('counts no start from before its progress', async () => {
      const { user_id } = person;
      const id = await start(runs);
      await expect(runSlowly(id)).rejects.toThrow(busy);
      isBusy = false;
      let now = Date.now();
      const getNow = () => {
        now += 10_000;
        return new Date(now);
      };
      const transact: RunTable['transact'] = async (changes) => {
        if (isBusy) throw busy;
        isBusy = changes.some((each) => 'put' in each && 'files' in each.put);
        return table().transact(changes);
      };
      const interrupted = { getNow, table: { ...table(), get, transact } };
      await expect(runSlowly(id, interrupted)).rejects.toThrow(busy);
      expect(await jobs.find(table(), user_id, id, new Date())).toMatchObject({
        starts: 0,
        files_done: 1,
      });
    });
  });

  it('waits while the person has restricted the processing, and continues then', async () => {
    const { user_id } = person;
    const id = await start(runs);
    await processing.restrict(table(), user_id, new Date());
    expect(await runNextImport(user_id, id)).toEqual({ outcome: 'held' });
    expect(await read(id).catch(() => ({}))).not.toMatchObject({ state: 'done' });
    await processing.resume(table(), user_id, { givesConsent: true, now: new Date() });
    const body = JSON.stringify({ ...identityKeys.user(user_id), reason: 'resumed' });
    const event = { Records: [{ messageId: '1', body }] };
    const context = { getRemainingTimeInMillis: () => 900_000 };
    await handler(event as Parameters<typeof handler>[0], context);
    expect(await table().get(fileImportKeys.importJob(user_id, id))).toMatchObject({
      continuation: { id },
      step: 2,
    });
    await finishImport(user_id, id);
    expect(await read(id)).toMatchObject({ state: 'done', entries: 3 });
  });

  it('refuses more than five at a time, and takes another when one is done', async () => {
    const ids = [];
    for (let count = 0; count < importLimits.running; count += 1)
      ids.push(await start([notes]));
    const headers = { 'Idempotency-Key': newId(new Date()) };
    const refused = await uploadFiles(send, [notes], { headers });
    expect(refused.status).toBe(429);
    expect((await uploadFiles(send, [notes], { headers })).status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('60');
    await finishImport(person.user_id, ids[0] ?? '');
    const first = await uploadFiles(send, [notes], { headers });
    const second = await uploadFiles(send, [notes], { headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    const replays = [first, second].map((sent) =>
      sent.headers.get('idempotency-replayed'),
    );
    expect(replays).toEqual([null, 'true']);
  });

  it('keeps its file if another request with the same key is refused after it', async () => {
    const { user_id } = person;
    const { table: ownTable, files: imports } = openImportStores();
    const ids: string[] = [];
    for (let count = 0; count < importLimits.running; count += 1)
      ids.push(await start([notes]));
    const [run] = runs;
    const file = { name: run?.name ?? '', bytes: Buffer.from(run?.content ?? '') };
    const sent = { id: newId(new Date()), files: [file] };
    const startWith = (deps: typeof ownTable) =>
      startImport({ table: deps, imports }, user_id, sent, new Date());

    const refusedFirst: typeof ownTable.transact = async (changes) => {
      const refused = await ownTable.transact(changes);
      await finishImport(user_id, ids[0] ?? '');
      expect(await startWith(ownTable)).toMatchObject({ outcome: 'created' });
      return refused;
    };
    const refusing = { ...ownTable, transact: refusedFirst };
    expect(await startWith(refusing)).toEqual({ outcome: 'running' });
    await finishImport(user_id, sent.id);
    expect(await read(sent.id)).toMatchObject({ state: 'done', entries: 1 });
  });

  it('has one file if two requests with the same key start it', async () => {
    const { user_id } = person;
    const { table: ownTable, files: imports } = openImportStores();
    const sent = { id: newId(new Date()), files: [{ name: 'a.gpx', bytes: notesBytes }] };
    const startOnce = () =>
      startImport({ table: ownTable, imports }, user_id, sent, new Date());
    const started = await Promise.all([startOnce(), startOnce()]);
    const outcomes = started.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(['created', 'existing']);
    const [pending = ''] = listImportPrefixes(user_id);
    const keys = await Array.fromAsync(imports.list(pending));
    expect(keys).toEqual([[await findFileKey(user_id, sent.id)]]);
  });

  it('requests a mail at the end if it took longer than a minute', async () => {
    const { user_id } = person;
    const id = await start(runs);
    const later = new Date(Date.now() + 61_000);
    await runNextImport(user_id, id, { getNow: () => later });
    const item = await table().get(fileImportKeys.importJob(user_id, id));
    expect(item).toMatchObject({ mail: { template: 'import_done' } });
  });
});

describe('an undone import', () => {
  it('is gone with its entries, and its files can be imported again', async () => {
    const seen = await importAll(...runs);
    const [{ href, id }] = seen._links.self;
    expect((await send('DELETE', href)).status).toBe(204);
    expect(await read(id)).toMatchObject({ state: 'undoing' });
    await finishImport(person.user_id, id);
    expect((await send('GET', href)).status).toBe(404);
    expect((await send('DELETE', href)).status).toBe(404);
    for (const date of dates) expect(await listEntries(date)).toEqual([]);
    expect(await importAll(...runs)).toMatchObject({ entries: 3 });
  });

  it('stays undone if its request is repeated with its key', async () => {
    const headers = { 'Idempotency-Key': newId(new Date()) };
    const fields = { name: 'Old watch' };
    const upload = (name = 'a') => {
      const files = runs.map((file) => ({ ...file, name: `${name}${file.name}` }));
      return uploadFiles(send, files, { headers, fields });
    };
    const first = await upload();
    const [{ href, id }] = first.body._links.self;
    await finishImport(person.user_id, id);
    expect((await send('DELETE', href)).status).toBe(204);
    await finishImport(person.user_id, id);

    const retry = await upload();
    expect([retry.status, retry.text]).toEqual([201, first.text]);
    expect(retry.headers.get('idempotency-replayed')).toBe('true');
    expect((await send('GET', href)).status).toBe(404);
    for (const date of dates) expect(await listEntries(date)).toEqual([]);
    expect((await upload('b')).status).toBe(422);
  });

  it('leaves an entry that the person has edited', async () => {
    const seen = await importAll(...runs);
    const [entry] = await listEntries('2026-05-01');
    const path = `/v2/diary/${entry?.id}`;
    const json = { type: 'exercise', duration: 700 };
    expect((await send('PATCH', path, { host: 'diary', json })).status).toBe(200);
    const [{ href, id }] = seen._links.self;
    await send('DELETE', href);
    await finishImport(person.user_id, id);
    expect(await listEntries('2026-05-01')).toMatchObject([{ duration: 700 }]);
    expect(await listEntries('2026-05-02')).toEqual([]);
  });

  it('is gone with its values of the body, however often its run was interrupted', async () => {
    const records = ['2026-04', '2026-05'].flatMap((month) => [
      buildHealthRecord({
        type: 'StepCount',
        start: `${month}-01 08:00:00 +0200`,
        value: '9',
      }),
      buildHealthRecord({
        type: 'BodyMass',
        unit: 'kg',
        start: `${month}-01 08:00:00 +0200`,
        value: '80',
      }),
    ]);
    const health = { name: 'export.xml', content: buildHealthExport(records) };
    const list = async () => {
      const path = '/v2/measurements?from=2026-04-01&to=2026-05-31';
      const token = await issueUserToken(person, undefined, 'measurements.read');
      return (
        await callHandler<{ items: object[] }>('GET', path, { host: 'diary', token })
      ).body.items;
    };
    for (let failingWrite = 1, isInterrupted = true; isInterrupted; failingWrite += 1) {
      person = await newPerson();
      send = await newSender(person);
      const { user_id } = person;
      const id = await startKept([health]);
      const { stores } = failAt(openImportStores(), failingWrite, { onlyWrites: true });
      isInterrupted = await runNextImport(user_id, id, stores).then(
        () => false,
        (error: Error) => error.message === 'The process ended.',
      );
      await finishImport(user_id, id);
      const line = {
        name: 'export.xml: measurements',
        state: 'imported',
        measurements: 4,
      };
      const { name, ...outcome } = line;
      expect(await read(id)).toMatchObject({
        measurements: 4,
        _embedded: { file: [{ file_name: name, ...outcome }] },
      });
      expect(await list()).toHaveLength(4);
      const scope = `${fullScope} measurements.write`;
      const token = await issueUserToken(person, undefined, scope);
      await send('DELETE', `/v7.1/import/${id}/`, { token });
      await finishImport(user_id, id);
      expect(await list()).toEqual([]);
    }
  });

  it('gives values of the body the data source of the device that has measured them', async () => {
    const record = { type: 'BodyMass', unit: 'kg', start: '2026-05-01 08:00:00 +0200' };
    const content = buildHealthExport([
      buildHealthRecord({ ...record, value: '80', device: 'Scale' }),
    ]);
    await finishImport(
      person.user_id,
      await startKept([{ name: 'export.xml', content }]),
    );
    const diary = { table: table(), user_id: person.user_id, hidden_types: [] };
    const values = await measurements.list(diary, [{ type: 'weight', month: '2026-05' }]);
    const { user_id } = person;
    const [saved] = await table().getEach([fileImportKeys.fileDevices(user_id)]);
    const [{ source } = {}] = values;
    expect(Object.values(saved ?? {})).toContain(
      source && 'data_source_id' in source && source.data_source_id,
    );
  });

  it('brings no values of the body without the consent, or from others', async () => {
    const record = { type: 'BodyMass', unit: 'kg', start: '2026-05-01 08:00:00 +0200' };
    const content = buildHealthExport([buildHealthRecord({ ...record, value: '80' })]);
    const health = { name: 'export.xml', content };
    const [line] = (await importAll(health))._embedded?.file ?? [];
    expect(line).toMatchObject({ state: 'skipped', reason: 'no_body_scope' });

    const key = identityKeys.user(person.user_id);
    const version = { set: { 'health_consent.version': '1' } };
    await table().update(key, version, exists);
    const id = await startKept([health]);
    await finishImport(person.user_id, id);
    const file = { state: 'skipped', reason: 'no_body_consent' };
    expect(await read(id)).toMatchObject({ _embedded: { file: [file] } });
  });

  it('ends a run that is importing, and everything that it has imported goes', async () => {
    const { user_id } = person;
    const id = await start(runs);
    const stores = openImportStores();
    const { transact } = stores.table;
    let isUndone = false;
    const undoFirst: typeof transact = async (changes) => {
      if (!isUndone) await send('DELETE', `/v7.1/import/${id}/`);
      isUndone = true;
      return transact(changes);
    };
    const deps = { ...stores, table: { ...stores.table, transact: undoFirst } };
    expect(await runNextImport(user_id, id, deps)).toEqual({ outcome: 'superseded' });
    await finishImport(user_id, id);
    for (const date of dates) expect(await listEntries(date)).toEqual([]);
  });
});

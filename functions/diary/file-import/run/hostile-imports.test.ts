import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildZip, renameZipEntry } from '#kit/archives/build-zip.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  buildRunFile,
  finishImport,
  openImportStores,
  type SeenFile,
  type SeenImport,
  type SentFile,
  uploadFiles,
} from '#kit/file-imports.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { recordedRun } from '#kit/imported-files.ts';
import { putItems } from '#kit/put-items.ts';
import type { Send } from '#kit/send.ts';
import { encodeFit } from '#kit/workout-files/fit-encoder.ts';
import { listActivityMessages } from '#kit/workout-files/fit-files.ts';
import { buildTcx } from '#kit/workout-files/xml-files.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { fileImportKeys } from '../file-import.keys.ts';
import { buildImport, importLimits } from '../file-import.ts';
import { linesPerItem, maxIdsPerLine } from '../file-line.ts';
import { importListed } from './import-listed.ts';
import { addRefused, buildRowsLine } from './import-rows.ts';
import * as runs from './import-run.store.ts';

let person: TestPerson;
let send: Send;

beforeEach(async () => {
  person = await newPerson();
  const token = await issueUserToken(person);
  send = (method, path, options) => callHandler(method, path, { token, ...options });
});

async function importAll(...files: SentFile[]): Promise<SeenImport> {
  const { status, body, text } = await uploadFiles(send, files);
  expect(status, text).toBe(201);
  const [{ id, href }] = body._links.self;
  await finishImport(person.user_id, id);
  return (await send<SeenImport>('GET', href)).body;
}

/** Builds a file of many runs, one every four hours unless `hours` says otherwise. */
function buildRuns(count: number, { year = 2020, hours = 4 } = {}): SentFile {
  const activities = Array.from({ length: count }, (_, index) => {
    const id = new Date(Date.UTC(year, 0, 1, index * hours)).toISOString();
    return { sport: 'Running', id, laps: [{ start: id, seconds: 1800 }] };
  });
  return { name: 'runs.tcx', content: buildTcx(activities) };
}

it('a file with many workouts links to the first of its entries, and counts all', async () => {
  const count = maxIdsPerLine + 1;
  const runs = buildRuns(count);
  const copy = { name: 'copy.tcx', content: `${runs.content}<!-- copy -->` };
  const seen = await importAll(runs);
  expect(seen).toMatchObject({ state: 'done', entries: count });
  expect(seen._embedded?.file[0]?._links.entry).toHaveLength(maxIdsPerLine);
  const again = await importAll(runs, copy);
  expect(again).toMatchObject({ entries: count, counts: { imported: 1, duplicate: 1 } });
  const [first] = again._embedded?.file ?? [];
  expect(first?._links.duplicate_of).toHaveLength(maxIdsPerLine);
});

it('a page links to the entries of 100 days, and a page of one file to all of its own', async () => {
  const years = [2020, 2021].map((year) => buildRuns(60, { year, hours: 24 }));
  const files = years.map((file, index) => ({ ...file, name: `${index}.tcx` }));
  const { _links, _embedded } = await importAll(...files);
  const countLinks = (file: SeenFile | undefined) => file?._links.entry?.length;
  expect(_embedded?.file.map(countLinks)).toEqual([60, 40]);
  const [{ href }] = _links.self;
  const page = await send<SeenImport>('GET', `${href}?limit=1&offset=1`);
  expect(page.body._embedded?.file.map(countLinks)).toEqual([60]);
});

it('a file with a time that no device has is one line, beside those of the others', async () => {
  const sessions = [{ start_time: 1e13, total_timer_time: 600, sport: 1 }];
  const far = encodeFit(listActivityMessages({ sessions }), { numberType: 'float64' });
  const run = buildRunFile('2026-05-01');
  const seen = await importAll({ name: 'far.fit', content: far }, run);
  expect(seen).toMatchObject({ state: 'done', counts: { imported: 1, skipped: 1 } });
  expect(seen._embedded?.file[0]?.reason).toBe('implausible_times');
});

describe('lines of an import', () => {
  async function arrange() {
    const now = new Date();
    const job = buildImport({ id: newId(now), file_name: 'a.zip', bytes: 1 }, now);
    const { user_id } = person;
    const key = fileImportKeys.importJob(user_id, job.id);
    await table().put<object>({ ...key, ...job }, isNew);
    const { cursor, files_done, counts, entries } = job;
    return { run: { user_id, job }, progress: { cursor, files_done, counts, entries } };
  }

  const buildLines = (ids: number) =>
    Array.from({ length: linesPerItem }, (_, number) => ({
      number,
      name: '漢'.repeat(255),
      state: 'imported' as const,
      entries: Array.from({ length: ids }, () => 'e'.repeat(47)),
    }));

  it('say that a file is damaged if the store does not take its entry', async () => {
    const { run } = await arrange();
    const files = ['Run', 'Run \ud83d'].map((remote_activity, number) => {
      const workouts = [{ ...recordedRun, remote_activity }];
      const decoded = { outcome: 'workouts' as const, workouts };
      return { number, name: `${number}.fit`, digest: `${number}`, decoded };
    });
    const deps = {
      ...openImportStores(),
      isTimeUp: () => false,
      getNow: () => new Date(),
      pause: async () => undefined,
    };
    using _ = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const listed = Readable.from(files);
    expect(await importListed(deps, run, listed, async () => undefined)).toBe(
      'all_imported',
    );
    const lines = await runs.readLastLines(table(), {
      ...run,
      job: { ...run.job, files_done: 0 },
    });
    expect(lines).toMatchObject([
      { state: 'imported' },
      { state: 'failed', reason: 'damaged' },
    ]);
    expect(run.job).toMatchObject({ counts: { imported: 1, failed: 1 } });
  });

  it('fit an item if each has as many ids and as long a name as allowed', async () => {
    const { run, progress } = await arrange();
    const lines = buildLines(maxIdsPerLine);
    expect(await runs.saveLines(table(), run, { start: 0, lines }, progress)).toBe(true);
  });

  it('fit an item if each is of rows of which as many are left out as allowed', async () => {
    const { run, progress } = await arrange();
    const leftOut = Array.from({ length: 500 }, (_, index) => {
      const row = 1_000_000 + 2 * index;
      return { first: row, last: row, reason: 'unknown_metric' as const };
    });
    const lines = buildLines(maxIdsPerLine).map(({ number, name, state, entries }) => {
      const changes = { values_implausible: 2000, nutrients_implausible: 2000 };
      const told = { entries, left_out: addRefused(leftOut, []), changes };
      return { number, name, ...buildRowsLine(state, 'no_rows', told) };
    });
    expect(await runs.saveLines(table(), run, { start: 0, lines }, progress)).toBe(true);
  });

  it('that do not fit are an error, and no sign of another run', async () => {
    const { run, progress } = await arrange();
    const lines = buildLines(1000);
    const saved = runs.saveLines(table(), run, { start: 0, lines }, progress);
    await expect(saved).rejects.toThrow();
  });
});

it('an archive with an archive can be sent beside another file', async () => {
  const [first, second] = ['2026-05-01', '2026-05-02'].map(buildRunFile);
  if (!first || !second) throw new Error('There are two files.');
  const inner = await buildZip({ [first.name]: first.content });
  const outer = await buildZip({ 'inner.zip': inner });
  const deep = await buildZip({ 'outer.zip': outer });
  const seen = await importAll({ name: 'outer.zip', content: outer }, second, {
    name: 'deep.zip',
    content: deep,
  });
  const lines = seen._embedded?.file ?? [];
  expect(lines.map(({ file_name, reason }) => [file_name, reason])).toEqual([
    [`outer.zip/inner.zip/${first.name}`, null],
    [second.name, null],
    ['deep.zip/outer.zip/inner.zip', 'nested_too_deep'],
  ]);
});

it('an old import that is being undone is not forgotten before its entries are gone', async () => {
  const run = buildRunFile('2026-05-01');
  const seen = await importAll(run);
  const [{ href, id }] = seen._links.self;
  expect((await send('DELETE', href)).status).toBe(204);
  const { user_id } = person;
  const newer = Array.from({ length: importLimits.kept }, () => {
    const now = new Date();
    const job = buildImport({ id: newId(now), file_name: 'a.fit', bytes: 1 }, now);
    const ended: object = { ...job, state: 'done' };
    return { ...fileImportKeys.importJob(user_id, job.id), ...ended };
  });
  await putItems(newer);
  await importAll({ name: 'notes.txt', content: 'no workout' });
  expect((await send('GET', href)).status).toBe(200);
  await finishImport(user_id, id);
  expect((await send('GET', href)).status).toBe(404);
  expect(await importAll(run)).toMatchObject({ entries: 1 });
});

it('a file that an archive has twice under one name is counted once', async () => {
  const { content } = buildRunFile('2026-05-01');
  const archive = await buildZip({ 'a.gpx': content, 'b.gpx': content });
  const twice = renameZipEntry(archive, 'b.gpx', 'a.gpx');
  const seen = await importAll({ name: 'twice.zip', content: twice });
  expect(seen).toMatchObject({ entries: 1, counts: { imported: 1, duplicate: 1 } });
  const names = seen._embedded?.file.map(({ file_name }) => file_name);
  expect(names).toEqual(['a.gpx', 'a.gpx (1)']);
});

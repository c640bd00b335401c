import { beforeEach, describe, expect, it } from 'vitest';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { readArchive } from '#kit/archive.ts';
import { buildZip } from '#kit/archives/build-zip.ts';
import { callHandler } from '#kit/call-handler.ts';
import { failAt } from '#kit/failing-stores.ts';
import {
  finishImport,
  openImportStores,
  runNextImport,
  type SeenImport,
  type SentFile,
  uploadFiles,
} from '#kit/file-imports.ts';
import { issueUserToken, newClient, newPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import {
  exportPerson,
  importFile,
  listEntriesOf,
  type OpenPerson,
  openPerson,
  type SeenEntry,
} from '#kit/own-exports.ts';

const date = '2026-11-20';
const diary = { host: 'diary' } as const;

const porridge = {
  type: 'food_entry',
  date,
  diary_meal: 'Breakfast',
  food: { name: 'Porridge', brand: 'Oaty' },
  servings: 1.5,
  nutritional_contents: { energy: { unit: 'calories', value: 212 }, protein: 7.5 },
};
const walk = {
  type: 'exercise',
  date,
  exercise: { id: '18' },
  start_time: `${date}T09:00:00-08:00`,
  duration: 1800,
  energy: { unit: 'kilojoules', value: 254.5 },
};

let owner: OpenPerson;
let other: OpenPerson;

beforeEach(async () => {
  owner = await openPerson(await newPerson());
  other = await openPerson(await newPerson());
});

const post = (person: OpenPerson, ...items: object[]) =>
  person.send<{ items: SeenEntry[] }>('POST', '/v2/diary', { ...diary, json: { items } });

const patch = (person: OpenPerson, id: string, json: object) =>
  person.send('PATCH', `/v2/diary/${id}`, { ...diary, json });

const list = (person: OpenPerson) =>
  listEntriesOf(person, { first: '2026-11-19', last: '2026-11-23' });

/** Exports the data of the owner, some hours from now: a day has three exports. */
async function exportOwner(hours = 0): Promise<SentFile> {
  const now = new Date(Date.now() - (48 - hours) * 3_600_000);
  const [archive] = await exportPerson(owner.user_id, now);
  if (!archive) throw new Error('There is no archive.');
  return archive;
}

/** Lists the series of the workouts of a person. */
async function listCurves(person: OpenPerson): Promise<object[]> {
  const paths = (await list(person)).map(({ id }) => `/v2/diary/${id}/series`);
  const read = paths.map((path) => person.send<{ series?: object }>('GET', path, diary));
  return (await Promise.all(read)).flatMap(({ body }) => body.series ?? []);
}

/** Returns the document of an archive with the series of one workout, with other members. */
async function editSeries({ content }: SentFile, members: object): Promise<string> {
  const files = await readArchive(Buffer.from(content));
  const [series] = JSON.parse(String(files.get('workout_series.json')));
  return `[\n${JSON.stringify({ ...series, ...members })}\n]\n`;
}

async function undo(id: string): Promise<void> {
  await other.send('DELETE', `/v7.1/import/${id}/`);
  await finishImport(other.user_id, id);
}

/** Returns an archive with other documents. */
async function withDocuments(
  { name, content }: SentFile,
  documents: Readonly<Record<string, string | undefined>>,
): Promise<SentFile> {
  const files = await readArchive(Buffer.from(content));
  for (const [document, text] of Object.entries(documents))
    if (text === undefined) files.delete(document);
    else files.set(document, Buffer.from(text));
  return { name, content: await buildZip(Object.fromEntries(files)) };
}

describe('the export of another account', () => {
  it('brings entries of people once, until the last import of them is undone', async () => {
    await post(owner, porridge, walk);
    const archive = await exportOwner();
    const first = await importFile(other, archive);
    expect(first).toMatchObject({ state: 'done', entries: 2 });
    const entries = await list(other);
    expect(entries.map(({ source }) => source)).toEqual([
      expect.objectContaining({ origin: 'file', original: { origin: 'application' } }),
      expect.objectContaining({ origin: 'file', original: { origin: 'application' } }),
    ]);
    const second = await importFile(other, archive);
    expect(second).toMatchObject({ entries: 0, counts: { imported: 0 } });
    await undo(first.id);
    expect(await list(other)).toHaveLength(2);
    await undo(second.id);
    expect(await list(other)).toEqual([]);
  });

  it('replaces what a later export has changed, unless it was edited here', async () => {
    const { body } = await post(
      owner,
      porridge,
      { ...porridge, diary_meal: 'Lunch' },
      walk,
    );
    const earlier = await exportOwner();
    await importFile(other, earlier);
    for (const { id, type } of body.items)
      await patch(owner, id, type === 'exercise' ? { duration: 2000 } : { servings: 3 });
    const lunch = (await list(other)).find(
      (entry) => 'diary_meal' in entry && entry.diary_meal === 'Lunch',
    );
    await patch(other, lunch?.id ?? '', { servings: 9 });
    const later = await importFile(other, await exportOwner(1));
    expect(later).toMatchObject({ entries: 0, counts: { corrected: 1 } });
    const seen = async () =>
      (await list(other))
        .map((entry) => ('servings' in entry ? entry.servings : entry.duration))
        .sort();
    expect(await seen()).toEqual([2000, 3, 9]);
    await importFile(other, earlier);
    expect(await seen()).toEqual([2000, 3, 9]);
  });

  it('brings workouts of connections with their series, and not those of strict terms', async () => {
    for (const type of ['whoop', 'strava']) await addConnection(owner.user_id, type);
    await importWorkout(owner.user_id, 'whoop', importedRun);
    const later = { ...importedRun, remote_id: '2', start_time: `${date}T20:00:00Z` };
    await importWorkout(owner.user_id, 'strava', later);
    const done = await importFile(other, await exportOwner());
    const changes = done._embedded?.file.map((file) => file.changes);
    const forbidden = [expect.objectContaining({ code: 'terms_forbid', count: 1 })];
    expect(changes).toEqual([forbidden, forbidden]);
    const [entry, ...others] = await list(other);
    expect(others).toEqual([]);
    expect(entry?.source.original).toEqual({
      origin: 'connection',
      remote_connection_type: 'whoop',
    });
    const path = `/v2/diary/${entry?.id}/series`;
    const { body } = await other.send<{ series: object }>('GET', path, diary);
    expect(body.series).toMatchObject({ heart_rate: [90, 140, null, 150] });
    const token = await issueUserToken(other, await newClient());
    const hidden = await callHandler('GET', `/v2/diary/${entry?.id}`, {
      token,
      ...diary,
    });
    expect(hidden.status).toBe(404);
    await undo(done.id);
    expect(await list(other)).toEqual([]);
    expect((await other.send('GET', path, diary)).status).toBe(404);
  });

  it('is one workout with the same of a connection here', async () => {
    for (const { user_id } of [owner, other]) {
      await addConnection(user_id, 'polar');
      await importWorkout(user_id, 'polar', importedRun);
    }
    await importFile(other, await exportOwner());
    const [entry, ...others] = await list(other);
    expect(others).toEqual([]);
    expect(entry?.source.duplicates).toHaveLength(1);
  });

  it('brings values of the body that stay hidden as before', async () => {
    const whoop = {
      kind: 'connection' as const,
      remote_connection_type: 'whoop',
      remote_connection_id: 'c',
      remote_id: 'r',
    };
    const hrv = {
      type: 'hrv_rmssd' as const,
      date,
      value: 61,
      time: `${date}T06:00:00+01:00`,
    };
    await measurements.store(table(), owner.user_id, { source: whoop, sent: [hrv] });
    const weight = {
      type: 'weight' as const,
      date,
      value: 80,
      time: `${date}T07:00:00Z`,
    };
    const person = { kind: 'person' as const };
    await measurements.store(table(), owner.user_id, { source: person, sent: [weight] });
    const done = await importFile(other, await exportOwner());
    expect(done).toMatchObject({ measurements: 2 });
    const path = `/v2/measurements?from=${date}&to=${date}`;
    const { body } = await other.send<{ items: object[] }>('GET', path, diary);
    expect(body.items).toMatchObject([
      {
        type: 'hrv_rmssd',
        time: hrv.time,
        source: { original: { origin: 'connection' } },
      },
      { type: 'weight', value: 80, source: { original: { origin: 'person' } } },
    ]);
    const scope = 'measurements.read';
    const token = await issueUserToken(other, await newClient(), scope);
    const seen = await callHandler<{ items: object[] }>('GET', path, { token, ...diary });
    expect(seen.body.items).toMatchObject([{ type: 'weight' }]);
    await undo(done.id);
    expect(
      (await other.send<{ items: object[] }>('GET', path, diary)).body.items,
    ).toEqual([]);
  });

  it('has its curves, too, if an application has asked for it', async () => {
    const { user_id, username } = owner;
    await addConnection(user_id, 'polar');
    await importWorkout(user_id, 'polar', importedRun);
    const { client_id } = await newClient();
    const now = new Date();
    const access = {
      token_use: 'user',
      scope: 'read',
      application_name: 'Test',
    } as const;
    const granted = { user_id, username, client_id, ...access };
    const { grant } = await grants.issue(table(), granted, now);
    await setOptedInTypes(table(), { user_id, client_id }, ['polar'], now);
    const asked_by = { grant_id: grant.id, client_id };
    const [archive] = await exportPerson(user_id, now, {}, asked_by);
    if (archive) await importFile(other, archive);
    expect(await listCurves(other)).toHaveLength(1);
  });

  it('keeps the curves of the latest export, in whatever order exports come', async () => {
    await addConnection(owner.user_id, 'polar');
    await importWorkout(owner.user_id, 'polar', importedRun);
    const earlier = await exportOwner();
    const later = await withDocuments(await exportOwner(1), {
      'workout_series.json': await editSeries(earlier, { heart_rate: [1, 2, 3, 4] }),
    });
    for (const archive of [earlier, later, earlier]) await importFile(other, archive);
    expect(await listCurves(other)).toMatchObject([{ heart_rate: [1, 2, 3, 4] }]);
  });

  it.each([
    { before: 0, counts: { imported: 3 } },
    { before: 1, counts: { duplicate: 3 } },
  ])(
    'ends the same after $before imports if a run is interrupted',
    async (expectation) => {
      const { before, counts } = expectation;
      await post(owner, porridge, walk);
      await addConnection(owner.user_id, 'polar');
      await importWorkout(owner.user_id, 'polar', importedRun);
      const weight = { type: 'weight', value: 80, time: `${date}T07:00:00Z` };
      await owner.send('POST', '/v2/measurements', {
        ...diary,
        json: { items: [weight] },
      });
      const archive = await exportOwner();
      const readAll = async (done: SeenImport) => {
        const { counts, entries, files_done, state } = done;
        const shown = (await list(other)).map(({ id: _, source: __, ...entry }) => entry);
        const own = shown.map((entry) => JSON.stringify(entry)).sort();
        return {
          counts,
          entries,
          files_done,
          state,
          own,
          curves: await listCurves(other),
        };
      };
      const importBefore = async () => {
        for (let count = 0; count < before; count += 1) await importFile(other, archive);
      };
      await importBefore();
      const expected = await readAll(await importFile(other, archive));
      expect(expected).toMatchObject({ counts: { ...counts, failed: 0 } });

      let isInterrupted = true;
      for (let write = 1; isInterrupted; write += 1) {
        other = await openPerson(await newPerson());
        await importBefore();
        const { body } = await uploadFiles(other.send, [archive]);
        const [{ id, href }] = body._links.self;
        await runNextImport(other.user_id, id);
        const options = { onlyWrites: true, isWritten: true };
        const { stores, hasFailed } = failAt(openImportStores(), write, options);
        const run = runNextImport(other.user_id, id, stores);
        await run.catch(({ message }) => expect(message).toBe('The process ended.'));
        isInterrupted = hasFailed();
        await finishImport(other.user_id, id);
        const { body: done } = await other.send<SeenImport>('GET', href);
        expect(await readAll(done), `write ${write}`).toEqual(expected);
      }
    },
  );

  it('says what is forged, and takes the rest', async () => {
    await post(owner, porridge);
    const archive = await exportOwner();
    const files = await readArchive(Buffer.from(archive.content));
    const [, line = ''] = String(files.get('diary.json')).split('\n');
    const entry = JSON.parse(line);
    const forged = [
      { ...entry, servings: -1 },
      { ...entry, date: '2026-02-31' },
      { ...entry, id: 'x' },
      '['.repeat(100_000),
      { ...entry, food: { name: 'x'.repeat(300_000) } },
      {
        ...entry,
        id: entry.id.replace(/.{36}/, 'z'.repeat(36)),
        source: {
          origin: 'connection',
          remote_connection_type: 'made_up',
          file_name: '<b>x',
        },
      },
    ];
    const text = forged.map((each) =>
      typeof each === 'string' ? each : JSON.stringify(each),
    );
    const done = await importFile(
      other,
      await withDocuments(archive, {
        'diary.json': `[\n${[...text, line].join(',\n')}\n]\n`,
      }),
    );
    const [file] = done._embedded?.file ?? [];
    expect(file?.left_out?.map(({ first, last, code }) => [first, last, code])).toEqual([
      [1, 4, 'implausible'],
      [5, 5, 'too_long'],
    ]);
    const entries = await list(other);
    expect(entries.map(({ source }) => source.original)).toEqual(
      expect.arrayContaining([
        { origin: 'application' },
        { origin: 'file', file_name: '<b>x' },
      ]),
    );
  });

  it('is known in a folder, as people pack it again who have unpacked it', async () => {
    await post(owner, porridge);
    const { name, content } = await exportOwner();
    const files = await readArchive(Buffer.from(content));
    const packed = Array.from(files, ([file, bytes]) => [`fitness-data/${file}`, bytes]);
    const system = [['__MACOSX/fitness-data/._diary.json', Buffer.from('x')]];
    const archive = await buildZip(Object.fromEntries([...packed, ...system]));
    const done = await importFile(other, { name, content: archive });
    expect(done).toMatchObject({ state: 'done', entries: 1 });
  });

  it('brings nothing to its own account, where all of it would be twice', async () => {
    await post(owner, porridge, walk);
    const before = await list(owner);
    const done = await importFile(owner, await exportOwner());
    expect(done._embedded?.file).toMatchObject([
      { state: 'skipped', reason: 'same_account' },
    ]);
    expect(await list(owner)).toEqual(before);
  });

  it('names an export of a later version, and one among several files', async () => {
    const archive = await exportOwner();
    const manifest = { format: 'fitness-data-export', version: 2 };
    const newer = await withDocuments(archive, {
      'manifest.json': JSON.stringify(manifest),
    });
    const done = await importFile(other, newer);
    expect(done._embedded?.file).toMatchObject([
      { state: 'failed', reason: 'newer_export' },
    ]);
    const unclear = await withDocuments(archive, {
      'diary.csv': 'Date,Weight\n2026-09-20,176.4\n',
    });
    const bundle = await importFile(other, unclear, { ...unclear, name: 'second.zip' });
    expect(bundle._embedded?.file.map(({ reason }) => reason)).toEqual([
      'own_export',
      'own_export',
    ]);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { listStoredEntries } from '#functions/diary/entry/day-item.ts';
import { isImported } from '#functions/diary/merging/imported-entry.ts';
import { deleteFileImport } from '#functions/diary/workout-import/remove-workouts.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { buildZip } from '#kit/archives/build-zip.ts';
import { callHandler } from '#kit/call-handler.ts';
import { createCopier } from '#kit/copy-person.ts';
import { finishImport, type SeenImport, uploadFiles } from '#kit/file-imports.ts';
import { issueUserToken, newPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import type { Send } from '#kit/send.ts';
import { buildTcx } from '#kit/workout-files/xml-files.ts';
import { compact } from '#shared/runtime/compact.ts';
import { cleanUp, mergeAgain } from './settle-entries.ts';

const date = '2026-05-01';
const start = `${date}T07:00:00.000Z`;

/** More entries than one expression of an update has paths for, which are 204. */
const count = 210;

/**
 * Builds the file of a run. Those of the two last are of devices, so their entries come before the
 * others, and that with a distance before the other one.
 */
function buildRun(index: number): [string, string] {
  const device = devices.get(index);
  const lap = {
    start,
    seconds: 1800 + index,
    ...(device === 'Edge' && { meters: 5000 }),
  };
  const activity = { sport: 'Running', id: start, laps: [lap], ...compact({ device }) };
  return [`${index}.tcx`, buildTcx([activity])];
}

const devices = new Map([
  [count - 2, 'Fenix'],
  [count - 1, 'Edge'],
]);

const files = Object.fromEntries(
  Array.from({ length: count }, (_, index) => buildRun(index)),
);

const newSender = async (user_id: string): Promise<Send> => {
  const token = await issueUserToken({ user_id, username: user_id });
  return (method, path, options) => callHandler(method, path, { token, ...options });
};

/** Returns the only entry that is shown, and the number of those that it hides. */
async function findShown(user_id: string) {
  const item = await dayItems.find({ table: table(), user_id }, date);
  const entries = listStoredEntries(item, date).filter(isImported);
  const [shown, ...others] = entries.filter(({ hidden_by }) => hidden_by === undefined);
  expect(others).toEqual([]);
  const hidden = entries.filter(({ hidden_by }) => hidden_by === shown?.id);
  return { id: shown?.id, source: shown?.source, hidden: hidden.length };
}

describe('a workout of more entries than an expression has room for', () => {
  let import_id: string;
  let newCopy: () => Promise<string>;
  let user_id: string;

  beforeAll(async () => {
    const person = await newPerson();
    const send = await newSender(person.user_id);
    const content = await buildZip(files);
    const { body } = await uploadFiles(send, [{ name: 'runs.zip', content }]);
    const [{ id, href }] = body._links.self;
    await finishImport(person.user_id, id);
    const seen = (await send<SeenImport>('GET', href)).body;
    expect(seen).toMatchObject({
      state: 'done',
      entries: count,
      counts: { imported: count },
    });
    import_id = id;
    newCopy = await createCopier(person.user_id);
  });

  beforeEach(async () => {
    user_id = await newCopy();
  });

  it('shows the file of a device with the most data', async () => {
    expect(await findShown(user_id)).toMatchObject({
      source: { file_name: `${count - 1}.tcx` },
      hidden: count - 1,
    });
  });

  it('shows another one if the person deletes the one that is shown', async () => {
    const { id } = await findShown(user_id);
    const send = await newSender(user_id);
    const deleted = await send('DELETE', `/v2/diary/${id}`, { host: 'diary' });
    expect(deleted.status, deleted.text).toBe(204);
    expect(await findShown(user_id)).toMatchObject({
      source: { file_name: `${count - 2}.tcx` },
      hidden: count - 2,
    });
  });

  it('shows another one if the person prefers its device', async () => {
    const { source } = await findShown(user_id);
    const sources = dataSourceKeys.dataSources(user_id);
    const ids = (await table().query<{ id: string }>(sources)).map(({ id }) => id);
    const [id = '', ...others] = ids.filter((each) => each !== source?.data_source_id);
    expect(others).toEqual([]);
    const since = `${date}T12:00:00.000Z`;
    await dataSources.prefer(table(), user_id, { id, type: 'activity', since });
    await mergeAgain(table(), user_id, new Date(since));
    expect(await findShown(user_id)).toMatchObject({
      source: { file_name: `${count - 2}.tcx`, data_source_id: id },
      hidden: count - 1,
    });
  });

  it('ends if its import is undone', async () => {
    await deleteFileImport(table(), { user_id, import_id });
    expect(await findShown(user_id)).toMatchObject({ id: undefined });
  });

  it('stays without the entry of a connection that ends', async () => {
    const [type, now] = ['polar', new Date()];
    await addConnection(user_id, type);
    await importWorkout(user_id, type, { ...importedRun, start_time: start });
    expect(await findShown(user_id)).toMatchObject({ hidden: count });
    await disconnect(table(), user_id, type, { deletes_entries: true, now });
    const request = { id: type, remote_connection_type: type, deletes_entries: true };
    expect(await cleanUp(table(), user_id, request)).toEqual({ refused: 0 });
    expect(await findShown(user_id)).toMatchObject({ hidden: count - 1 });
  });
});

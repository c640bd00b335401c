import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { newId } from '#shared/runtime/ids.ts';
import { type MainFunctions, openMainInProcess } from './in-process.ts';
import {
  type Fault,
  faults,
  interceptStoreCalls,
  listInjected,
  type StoreFaults,
} from './store-faults.ts';

const disposables = new AsyncDisposableStack();
let storeFaults: StoreFaults;

beforeAll(() => {
  storeFaults = interceptStoreCalls(disposables);
});

afterAll(() => disposables.disposeAsync());

/** Creates a user whose store calls can fail. */
function newCaller(): { user_id: string; main: MainFunctions } {
  const user_id = newId(new Date());
  return { user_id, main: openMainInProcess(user_id) };
}

const json = {
  name: 'Watch',
  _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] },
};

/** Reads whether the data source is active, and the number of priorities. */
async function readState(main: MainFunctions, id: string): Promise<[boolean, number]> {
  const [source, priorities] = await Promise.all([
    main.readSource(id),
    main.listPriorities(),
  ]);
  return [source.body.active, priorities.body.total_count];
}

describe('deactivating a data source with two priorities', () => {
  async function arrange() {
    const { user_id, main } = newCaller();
    const { body } = await main.createSource(json);
    const [{ href, id }] = body._links.self;
    for (const priority_type of ['activity', 'sleep']) {
      const _links = { data_source: [{ href }] };
      const { status } = await main.setPriority({ priority_type, _links });
      expect(status).toBe(201);
    }
    const deactivate = () => main.changeSource(id, { active: false });
    return { user_id, main, id, deactivate };
  }

  it('is one transaction, and one update if it is repeated', async () => {
    const { user_id, deactivate } = await arrange();
    const first = storeFaults.watch(user_id);
    expect((await deactivate()).status).toBe(200);
    expect(first.calls).toEqual(['TransactWriteItems', 'GetItem']);
    const repeat = storeFaults.watch(user_id);
    expect((await deactivate()).status).toBe(200);
    expect(repeat.calls).toEqual(['TransactWriteItems', 'UpdateItem']);
    expect(await table().get(dataSourceKeys.dataSourceCount(user_id))).toMatchObject({
      active: 0,
      total: 1,
    });
  });

  it.concurrent.each(faults)(
    'has all effects or none after the fault "%s", and a repeat completes it',
    async (fault) => {
      const { user_id, main, id, deactivate } = await arrange();
      storeFaults.watch(user_id, fault, 0);
      await deactivate();
      storeFaults.stop(user_id);
      expect([
        [true, 2],
        [false, 0],
      ]).toContainEqual(await readState(main, id));
      expect((await deactivate()).status).toBe(200);
      expect(await readState(main, id)).toEqual([false, 0]);
      const count = await table().get(dataSourceKeys.dataSourceCount(user_id));
      expect(count).toMatchObject({ active: 0, total: 1 });
    },
  );
});

/** Lists the faults that are injected into each of the calls of a request. */
function listFaults(calls: readonly string[]): [Fault, number][] {
  return faults.flatMap((fault) =>
    listInjected(fault, calls).map((callIndex): [Fault, number] => [fault, callIndex]),
  );
}

describe('creating a data source', () => {
  const operations = ['PutItem', 'TransactWriteItems'];

  it.concurrent.each(listFaults(operations))(
    'stores and counts it or nothing after the fault "%s" of call %i, and a repeat completes it',
    async (fault, callIndex) => {
      const { user_id, main } = newCaller();
      const create = () => main.createSource(json, { 'Idempotency-Key': 'key' });
      storeFaults.watch(user_id, fault, callIndex);
      const { status } = await create();
      storeFaults.stop(user_id);
      expect([201, 503]).toContain(status);
      const stored = (await main.listSources()).body._embedded.data_sources;
      const count = await table().get(dataSourceKeys.dataSourceCount(user_id));
      const isStored = stored.length === 1;
      expect(isStored || (stored.length === 0 && status === 503)).toBe(true);
      if (isStored) expect(count).toMatchObject({ active: 1, total: 1 });
      else expect(count).toBeUndefined();

      const repeat = await create();
      expect(repeat.status).toBe(201);
      const { body } = await main.listSources();
      expect(body._embedded.data_sources).toEqual([repeat.body]);
      const countAfter = await table().get(dataSourceKeys.dataSourceCount(user_id));
      expect(countAfter).toMatchObject({ active: 1, total: 1 });
    },
  );
});

describe('deleting a remote connection', () => {
  const operations = ['GetItem', 'TransactWriteItems'];

  it.concurrent.each(listFaults(operations))(
    'has the status of its effect after the fault "%s" of call %i, and a repeat completes it',
    async (fault, callIndex) => {
      const { user_id } = await newPerson();
      const main = openMainInProcess(user_id);
      const id = await addRemoteConnection(user_id);
      const { calls } = storeFaults.watch(user_id, fault, callIndex);
      const { status } = await main.removeConnection(id);
      storeFaults.stop(user_id);
      if (fault === 'response lost') expect(calls).toEqual(operations);
      // The SDK repeats a call whose response is lost.
      expect(status).toBe(fault === 'response lost' ? 204 : 503);
      const isStored = (await main.readConnection(id)).status === 200;
      const cleanup = await table().get(connectionKeys.syncRequest(user_id, id));
      expect(cleanup !== undefined).toBe(!isStored);
      expect((await main.removeConnection(id)).status).toBe(isStored ? 204 : 404);
      expect((await main.readConnection(id)).status).toBe(404);
    },
  );
});

import { randomUUID } from 'node:crypto';
import {
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import {
  createFaultyTable,
  createRefusingTable,
  faultyRequests,
  isBusyError,
  isRepaired,
  sizeRefusals,
} from '#kit/store-faults.ts';
import { newId } from '../runtime/ids.ts';
import { newMeter } from '../runtime/log.ts';
import { equals, exists, isNew, unchangedSince } from './condition.ts';
import { connect, maxTries } from './connection.ts';
import type { Key } from './keys.ts';
import { createTable, type TransactionChange } from './table.ts';

interface Counter {
  count: number;
  write_id: string;
}

function newKeys(count: number): Key[] {
  const pk = `TEST#${newId(new Date())}`;
  return Array.from({ length: count }, (_, index) => ({ pk, sk: `ITEM#${index}` }));
}

/** The faults of two changes by cause and by the tries that fail. */
const faultsByTry = (['conflict', 'throttling', 'size', 'condition'] as const).flatMap(
  (cause) =>
    (['first', 'last', 'every'] as const).flatMap((tries) =>
      [0, 1].map((change) => ({ cause, tries, change })),
    ),
);

const noPause = { pause: async () => {} };

describe('a transaction', () => {
  it('puts, updates, deletes and checks items', async () => {
    const [put, update, deleted, checked] = newKeys(4) as [Key, Key, Key, Key];
    for (const key of [update, deleted, checked]) {
      await table().put({ ...key, count: 1 }, isNew);
    }
    const result = await table().transact([
      { put: { ...put, count: 7 }, condition: isNew },
      { update, change: { increment: { count: 1 } }, condition: exists },
      { delete: deleted, condition: exists },
      { check: checked, condition: { count: equals(1) } },
    ]);
    expect(result).toEqual({ done: true });
    const items = await table().query<Counter>({ pk: put.pk });
    expect(items.map(({ count }) => count)).toEqual([7, 2, 1]);
  });

  it('marks its puts and updates, so that they can be guarded', async () => {
    const [put, update] = newKeys(2) as [Key, Key];
    await table().put({ ...update, count: 1 }, isNew);
    const before = await table().get(update);
    await table().transact([
      { put, condition: isNew },
      { update, change: { set: { count: 2 } }, condition: exists },
    ]);
    const [first, second] = await table().query<Counter>({ pk: put.pk });
    expect(first?.write_id).toMatch(/^[\w-]{12}$/);
    expect(second?.write_id).toMatch(/^[\w-]{12}$/);
    const guarded = { set: { count: 3 } };
    const late = await table().update(update, guarded, unchangedSince(before ?? {}));
    expect(late.done).toBe(false);
  });

  it('changes nothing if a condition fails, and returns the item', async () => {
    const [first, second] = newKeys(2) as [Key, Key];
    await table().put({ ...second, count: 4 }, isNew);
    const result = await table().transact([
      { put: first, condition: isNew },
      { check: second, condition: { count: equals(5) } },
    ]);
    const existing = expect.objectContaining({ ...second, count: 4 });
    expect(result).toEqual({
      done: false,
      failures: [{ index: 1, cause: 'condition', existing }],
    });
    expect(await table().get(first)).toBeUndefined();
  });

  it('is tried again if a condition fails while another transaction holds an item', async () => {
    const [first, second] = newKeys(2) as [Key, Key];
    const connection = connect(newMeter(), noPause);
    let sent = 0;
    const send = (command: TransactWriteCommand) => {
      sent += 1;
      if (sent > 1) return connection.client.send(command);
      const reasons = ['ConditionalCheckFailed', 'TransactionConflict'];
      const CancellationReasons = reasons.map((Code) => ({ Code }));
      const cancelled = { $metadata: {}, message: 'cancelled', CancellationReasons };
      return Promise.reject(new TransactionCanceledException(cancelled));
    };
    const client = new Proxy(connection.client, {
      get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
    });
    const result = await createTable({ ...connection, client }).transact([
      { put: first, condition: isNew },
      { put: second, condition: isNew },
    ]);
    expect([result, sent]).toEqual([{ done: true }, 2]);
  });

  it('says which change would make an item too large', async () => {
    const [first, second] = newKeys(2) as [Key, Key];
    await table().put(second, isNew);
    const text = 'x'.repeat(410_000);
    const result = await table().transact([
      { put: first, condition: isNew },
      { update: second, change: { set: { text } }, condition: exists },
    ]);
    const failure = { index: 1, cause: 'size', existing: undefined };
    expect(result).toEqual({ done: false, failures: [failure] });
    expect(await table().get(first)).toBeUndefined();
  });

  it.each([
    ['an item of over 400 KB', 1, 410_000],
    ['more than 4 MB', 12, 380_000],
  ])('refuses %s, naming all changes', async (_, count, length) => {
    const changes = newKeys(count).map((key): TransactionChange => {
      const item = { ...key, text: 'x'.repeat(length) };
      return { put: item, condition: isNew };
    });
    const result = await table().transact(changes);
    const failures = changes.map((__, index) => ({
      index,
      cause: 'size',
      existing: undefined,
    }));
    expect(result).toEqual({ done: false, failures });
  });

  it.each(sizeRefusals)('names all changes after: $message', async (refusal) => {
    const changes = newKeys(3).map(
      (put): TransactionChange => ({ put, condition: isNew }),
    );
    const result = await createRefusingTable(refusal).transact(changes);
    const causes = [0, 1, 2].map((index) => ({ index, cause: 'size' }));
    expect(result).toMatchObject({ done: false, failures: causes });
  });

  it.each(faultyRequests)('throws: $message', async (refusal) => {
    const changes = newKeys(3).map(
      (put): TransactionChange => ({ put, condition: isNew }),
    );
    const refused = createRefusingTable(refusal).transact(changes);
    await expect(refused).rejects.toBe(refusal);
  });

  it('finds no item under a key that is too long, and changes nothing', async () => {
    const [put] = newKeys(1) as [Key];
    const long = { ...put, sk: 'x'.repeat(1025) };
    const result = await table().transact([
      { put, condition: isNew },
      { delete: long, condition: exists },
    ]);
    const failure = { index: 1, cause: 'condition', existing: undefined };
    expect(result).toEqual({ done: false, failures: [failure] });
    expect(await table().get(put)).toBeUndefined();
  });

  it('does not take a long expression for a large item', async () => {
    const [update] = newKeys(1) as [Key];
    const names = Array.from({ length: 500 }, (_, index) => [`name_${index}`, index]);
    const change = { set: Object.fromEntries(names) };
    const transaction = table().transact([{ update, change, condition: isNew }]);
    await expect(transaction).rejects.toThrow();
  });

  it('counts its capacity', async () => {
    const meter = newMeter();
    const keys = newKeys(2);
    const changes = keys.map((put): TransactionChange => ({ put, condition: isNew }));
    await createTable(connect(meter)).transact(changes);
    expect(meter.readings()).toEqual({ store_calls: 1, read_units: 0, write_units: 4 });
  });

  it.each([
    ['another holds an item', TransactionConflictException],
    ['it is not finished', TransactionInProgressException],
  ])('makes its changes once if a response is lost, and %s', async (_, Rejection) => {
    const [counted, other] = newKeys(2) as [Key, Key];
    const connection = connect(newMeter(), noPause);
    let sent = 0;
    const send = async (command: TransactWriteCommand) => {
      sent += 1;
      const response = await connection.client.send(command);
      if (sent > 1) return response;
      throw new Rejection({ $metadata: {}, message: 'lost' });
    };
    const client = new Proxy(connection.client, {
      get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
    });
    const change = { increment: { count: 1 } };
    const result = await createTable({ ...connection, client }).transact([
      { update: counted, change, condition: isNew },
      { put: other, condition: isNew },
    ]);
    expect([result, sent]).toEqual([{ done: true }, 2]);
    expect(await table().get<Counter>(counted)).toMatchObject({ count: 1 });
  });

  it('is done once if its response is lost with the engine that knew its token', async () => {
    const [counted, other] = newKeys(2) as [Key, Key];
    const connection = connect(newMeter(), noPause);
    const send = async ({ input }: TransactWriteCommand) => {
      await connection.client.send(new TransactWriteCommand(input));
      const forgotten = { ...input, ClientRequestToken: randomUUID() };
      return connection.client.send(new TransactWriteCommand(forgotten));
    };
    const client = new Proxy(connection.client, {
      get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
    });
    const { transact } = createTable({ ...connection, client });
    await table().put({ ...counted, count: 1 }, isNew);
    const change = { increment: { count: 1 } };
    const count = { update: counted, change, condition: { count: equals(1) } };
    expect(await transact([count])).toEqual({ done: true });
    expect(await transact([{ put: other, condition: isNew }])).toEqual({ done: true });
    expect(await table().get<Counter>(counted)).toMatchObject({ count: 2 });
  });

  it.each(faultsByTry)(
    'has one of four outcomes if $cause comes at its $tries try of change $change',
    async (fault) => {
      const { cause, change: index } = fault;
      const keys = newKeys(2);
      const changes = keys.map((put): TransactionChange => ({ put, condition: isNew }));
      const result = createFaultyTable(fault).transact(changes);
      const failures = [{ index, cause, existing: undefined }];
      if (isRepaired(fault)) expect(await result).toEqual({ done: true });
      else if (isBusyError(fault))
        await expect(result).rejects.toMatchObject({ code: 'unavailable' });
      else expect(await result).toEqual({ done: false, failures });
      const stored = await table().query({ pk: keys[0]?.pk ?? '' });
      expect(stored).toHaveLength(isRepaired(fault) ? 2 : 0);
    },
  );
});

describe('a single write', () => {
  it.each([
    ['is repeated', 1, true],
    [`fails after ${maxTries} tries`, maxTries, false],
  ])('%s while a transaction holds its item', async (_, conflicts, isDone) => {
    const meter = newMeter();
    const connection = connect(meter, noPause);
    let sent = 0;
    const send = (command: TransactWriteCommand) => {
      sent += 1;
      if (sent > conflicts) return connection.client.send(command);
      const conflict = { $metadata: {}, message: 'conflict' };
      return Promise.reject(new TransactionConflictException(conflict));
    };
    const client = new Proxy(connection.client, {
      get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
    });
    const [key] = newKeys(1) as [Key];
    const written = createTable({ ...connection, client }).put({ ...key }, isNew);
    if (isDone) expect(await written).toMatchObject({ done: true });
    else await expect(written).rejects.toMatchObject({ code: 'unavailable' });
    expect(sent).toBe(isDone ? conflicts + 1 : maxTries);
    expect(meter.readings().store_calls).toBe(1);
  });
});

it.each(['ThrottlingException', 'ProvisionedThroughputExceededException'])(
  'nothing is repeated after %s, which the SDK repeats',
  async (name) => {
    const connection = connect(newMeter(), noPause);
    let sent = 0;
    const send = () => {
      sent += 1;
      return Promise.reject(Object.assign(new Error('slow down'), { name }));
    };
    const client = new Proxy(connection.client, {
      get: (target, member) => (member === 'send' ? send : Reflect.get(target, member)),
    });
    const { get, put, transact } = createTable({ ...connection, client });
    const [key] = newKeys(1) as [Key];
    const change = { put: key, condition: isNew };
    for (const call of [get(key), put(key, isNew), transact([change])])
      await expect(call).rejects.toMatchObject({ code: 'unavailable' });
    expect(sent).toBe(3);
  },
);

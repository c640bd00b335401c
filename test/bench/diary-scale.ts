import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type Key, keys } from '#shared/table/keys.ts';
import { markdownTable } from './report.ts';
import type { Bench, Section } from './service-under-bench.ts';
import { median } from './statistics.ts';

const run = {
  type: 'exercise',
  exercise: { id: '134026256871277' },
  duration: 1800,
  energy: { unit: 'calories', value: 254.5 },
};

const batchSize = 25;
const concurrency = 16;

function toDate(day: number): string {
  const date = new Date(Date.UTC(1990, 0, 1 + day));
  return date.toISOString().slice(0, 10);
}

/** Writes many empty items, in batches of the size that DynamoDB allows. */
async function fillTable(count: number, toKey: (index: number) => Key): Promise<void> {
  const client = new DynamoDBClient({});
  const tableName = process.env.TABLE_NAME ?? '';
  let next = 0;

  const writeBatches = async () => {
    while (next < count) {
      const start = next;
      next += batchSize;
      const length = Math.min(batchSize, count - start);
      const puts = Array.from({ length }, (_, i) => ({
        PutRequest: { Item: marshall(toKey(start + i)) },
      }));
      const request = { RequestItems: { [tableName]: puts } };
      await client.send(new BatchWriteItemCommand(request));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, writeBatches));
}

/** A request to measure, with its name in the log. */
interface Measurement {
  title: string;
  name: string;
  send: (index: number) => Promise<unknown>;
}

/** Sends a request fifty times and returns its row of the table. */
async function measure(
  { title, name, send }: Measurement,
  { requestLog }: Bench,
): Promise<(string | number)[]> {
  const durations: number[] = [];
  for (let i = 0; i < 50; i++) {
    await send(i);
    const { duration_ms = Number.NaN } = requestLog.getLast(name) ?? {};
    durations.push(duration_ms);
  }
  const logged = requestLog.getLast(name) ?? {};
  const { store_calls = 0, read_units = 0, write_units = 0 } = logged;
  return [title, median(durations), store_calls, read_units, write_units];
}

/** Measures requests to the diary while the diary and the table grow. */
export const diaryScale: Section = async (bench) => {
  const { asUser, user, items } = bench;
  const post = (index: number) => {
    const entry = { ...run, date: toDate(index) };
    const json = { items: Array(10).fill(entry) };
    return asUser('POST', '/v2/diary', { host: 'diary', json });
  };
  const get = (index: number) => {
    const path = `/v2/diary?entry_date=${toDate(index)}&fields[]=all`;
    return asUser('GET', path, { host: 'diary' });
  };
  const measurePost = (title: string) =>
    measure({ title, name: 'POST /diary', send: post }, bench);
  const measureGet = (title: string) =>
    measure({ title, name: 'GET /diary', send: get }, bench);

  const rows = [
    await measurePost('post ten entries to an empty day'),
    await measureGet('read a day of 50 days'),
  ];
  await fillTable(10_000, (index) => keys.diaryDay(user.user_id, toDate(100 + index)));
  rows.push(await measureGet('read a day of 10,000 days'));

  const toOtherKey = (i: number) => ({ pk: `USER#bench${i % 1000}`, sk: `BENCH#${i}` });
  await fillTable(items, toOtherKey);
  rows.push(await measureGet(`the same among ${items.toLocaleString('en')} more items`));
  return markdownTable(
    ['diary', 'median ms in the function', 'store calls', 'read units', 'write units'],
    rows,
  );
};

import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type Key, keys } from '#shared/table/keys.ts';
import { markdownTable } from './report.ts';
import type { Bench, Section } from './service-under-bench.ts';

const run = {
  type: 'exercise',
  exercise: { id: '134026256871277' },
  duration: 1800,
  energy: { unit: 'calories', value: 254.5 },
};

const toDate = (day: number) =>
  new Date(Date.UTC(1990, 0, 1 + day)).toISOString().slice(0, 10);

const batch = 25;

/** Fills the table with the days of many people, many items in each write. */
async function fill(count: number, keyOf: (index: number) => Key): Promise<void> {
  const client = new DynamoDBClient({});
  const tableName = process.env.TABLE_NAME ?? '';
  let next = 0;
  const writer = async () => {
    for (let from = next; from < count; from = next) {
      next += batch;
      const indices = Array.from(
        { length: Math.min(batch, count - from) },
        (_, i) => from + i,
      );
      const puts = indices.map((index) => ({
        PutRequest: { Item: marshall(keyOf(index)) },
      }));
      await client.send(
        new BatchWriteItemCommand({ RequestItems: { [tableName]: puts } }),
      );
    }
  };
  await Promise.all(Array.from({ length: 16 }, writer));
}

type Row = readonly [
  what: string,
  medianMs: number,
  calls: number,
  read: number,
  write: number,
];

/** Sends a request fifty times and says what it takes. */
async function measure(
  what: string,
  name: string,
  request: (i: number) => Promise<unknown>,
  { tap }: Bench,
): Promise<Row> {
  const durations: number[] = [];
  for (let i = 0; i < 50; i++) {
    await request(i);
    durations.push(tap.lastRequest(name)?.duration_ms ?? Number.NaN);
  }
  const {
    store_calls = 0,
    read_units = 0,
    write_units = 0,
  } = tap.lastRequest(name) ?? {};
  return [
    what,
    durations.sort((one, other) => one - other)[25] ?? 0,
    store_calls,
    read_units,
    write_units,
  ];
}

/** Measures the cost of ten new entries and of reading a day, by the size of diary and table. */
export const diaryScale: Section = async (bench) => {
  const { asUser, user, items } = bench;
  const post = (i: number) => {
    const json = {
      items: Array.from({ length: 10 }, () => ({ ...run, date: toDate(i) })),
    };
    return asUser('POST', '/v2/diary', { host: 'diary', json });
  };
  const read = (i: number) =>
    asUser('GET', `/v2/diary?entry_date=${toDate(i)}&fields[]=all`, { host: 'diary' });
  const rows = [
    await measure('post ten entries to an empty day', 'POST /diary', post, bench),
  ];
  const reading = async (what: string) =>
    rows.push(await measure(what, 'GET /diary', read, bench));
  await reading('read a day of 50 days');
  await fill(10_000, (index) => keys.diaryDay(user.user_id, toDate(100 + index)));
  await reading('read a day of 10,000 days');
  await fill(items, (index) => ({
    pk: `USER#bench${index % 1000}`,
    sk: `BENCH#${index}`,
  }));
  await reading(`the same among ${items.toLocaleString('en')} items more`);
  return markdownTable(
    ['diary', 'median ms in the function', 'store calls', 'read units', 'write units'],
    rows,
  );
};

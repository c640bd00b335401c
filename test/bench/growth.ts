import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { watch } from '#kit/data-sources.ts';
import { issueUserToken, newPerson } from '#kit/fixtures.ts';
import type { Key } from '#shared/table/keys.ts';
import { markdownTable } from './report.ts';
import { type Bench, listedItems, type Section } from './service-under-bench.ts';
import { median } from './statistics.ts';

const run = {
  type: 'exercise',
  exercise: { id: '134026256871277' },
  duration: 1800,
  energy: { unit: 'calories', value: 254.5 },
};

const toDate = (day: number) => addDays('1990-01-01', day);

/** A request to measure, with its name in the log. */
interface Measurement {
  title: string;
  name: string;
  send: (index: number) => Promise<unknown>;
}

/** Lists the kinds of requests whose cost must not depend on the size of the table. */
function listMeasurements(
  { asUser, client }: Bench,
  token: string,
  otherToken: string,
): Measurement[] {
  const { client_id, client_secret } = client;
  const credentials = { grant_type: 'client_credentials', client_id, client_secret };
  return [
    {
      title: 'read the user',
      name: 'GET /user/{id}/',
      send: () => asUser('GET', '/v7.1/user/self/'),
    },
    {
      title: `list ${listedItems} data sources`,
      name: 'GET /data_source/',
      send: () => asUser('GET', '/v7.1/data_source/'),
    },
    {
      title: 'read a day of the diary',
      name: 'GET /diary',
      send: (index) => {
        const path = `/v2/diary?entry_date=${toDate(index)}&fields[]=all`;
        return asUser('GET', path, { host: 'diary' });
      },
    },
    {
      title: 'post an entry to a day',
      name: 'POST /diary',
      send: (index) => {
        const json = { items: [{ ...run, date: toDate(index) }] };
        return asUser('POST', '/v2/diary', { host: 'diary', json });
      },
    },
    {
      title: 'get a token for the client',
      name: 'POST /oauth2/access_token/',
      send: () => asUser('POST', '/v7.1/oauth2/access_token/', { form: credentials }),
    },
    {
      title: 'create a data source',
      name: 'POST /data_source/',
      // For another user, so that the list of the bench's user does not grow.
      send: () =>
        asUser('POST', '/v7.1/data_source/', { token: otherToken, json: dataSource }),
    },
    {
      title: 'introspect a token',
      name: 'POST /oauth2/introspect/',
      send: () => {
        const form = { client_id, client_secret, token };
        return asUser('POST', '/v7.1/oauth2/introspect/', { form });
      },
    },
  ];
}

/** The data source that is created many times. A user can have 500. */
const dataSource = { _embedded: { device: [watch] } };

const requestCount = 60;
const warmUpRequests = 180;

/** Sends a request before it is measured, for other days than those of the measurement. */
async function warmUp({ send }: Measurement): Promise<void> {
  for (let i = 0; i < warmUpRequests; i++) await send(requestCount + i);
}

/** Sends a request many times and returns its row of the table. */
async function measure(
  { title, name, send }: Measurement,
  size: string,
  { requestLog }: Bench,
): Promise<(string | number)[]> {
  const durations: number[] = [];
  for (let i = 0; i < requestCount; i++) {
    await send(i);
    const { duration_ms = Number.NaN } = requestLog.getLast(name) ?? {};
    durations.push(duration_ms);
  }
  const logged = requestLog.getLast(name) ?? {};
  const { store_calls = 0, read_units = 0, write_units = 0 } = logged;
  return [title, size, median(durations), store_calls, read_units, write_units];
}

const toUserKey = (i: number) => ({ pk: `USER#bench${i % 1000}`, sk: `BENCH#${i}` });

/** Returns the keys of a grant in the table and in the index by client, and nothing else. */
function toGrantKeys(client_id: string, i: number) {
  return {
    ...grantKeys.grant(`bench${i}`, 'bench'),
    collection: grantKeys.grantsOfClient(client_id),
    collection_sk: `bench${i}`,
  };
}

/** Measures requests while the table and the grants of one client grow. */
export const growth: Section = async (bench) => {
  const { user, client, items } = bench;
  const token = await issueUserToken(user, client);
  // Creating a data source costs more if its user created others within the last minute, so each
  // round creates them for a new user.
  const listForNewUser = async () =>
    listMeasurements(bench, token, await issueUserToken(await newPerson()));
  for (const measurement of await listForNewUser()) await warmUp(measurement);

  const rows: (string | number)[][] = [];
  const measureAll = async (size: string) => {
    for (const measurement of await listForNewUser()) {
      rows.push(await measure(measurement, size, bench));
    }
  };

  const sizes = [1000, 100_000, 1_000_000].map((size) => Math.min(size, items));
  let filled = 0;
  for (const size of new Set(sizes)) {
    const start = filled;
    await fillTable(size - start, (i) => toUserKey(start + i));
    filled = size;
    await measureAll(`${size.toLocaleString('en')} items`);
  }
  await fillTable(10_000, (i) => toGrantKeys(client.client_id, i));
  await measureAll('and 10,000 grants');

  const columns = [
    'median ms in the function',
    'store calls',
    'read units',
    'write units',
  ];
  return markdownTable(['request', 'table', ...columns], rows);
};

const batchSize = 25;
const concurrency = 16;

/** Writes many items, in batches of the size that DynamoDB allows. */
async function fillTable(count: number, toItem: (index: number) => Key): Promise<void> {
  const client = new DynamoDBClient({});
  const tableName = process.env.TABLE_NAME ?? '';
  let started = 0;

  const writeBatches = async () => {
    while (started < count) {
      const start = started;
      started += batchSize;
      const length = Math.min(batchSize, count - start);
      const puts = Array.from({ length }, (_, i) => ({
        PutRequest: { Item: marshall(toItem(start + i)) },
      }));
      const request = { RequestItems: { [tableName]: puts } };
      await client.send(new BatchWriteItemCommand(request));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, writeBatches));
}

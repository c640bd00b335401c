import { issueUserToken, newPerson } from '#kit/fixtures.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';
import { measureTime, median, percentile } from './statistics.ts';

const callers = 8;
/** A user can have 500 data sources only, so the load needs several users. */
const userCount = 31;

/** A request that is repeated, and the status that every response must have. */
interface Load {
  title: string;
  expected: number;
  send: () => Promise<{ status: number; text: string }>;
}

async function sendOnce({ title, expected, send }: Load): Promise<void> {
  const { status, text } = await send();
  if (status !== expected)
    throw new Error(`${title}: the response is ${status}: ${text}`);
}

/** Sends requests with eight concurrent callers for some seconds. Returns a row of the table. */
async function measureLoad(load: Load, seconds: number): Promise<(string | number)[]> {
  for (let i = 0; i < callers * 2; i++) await sendOnce(load);

  const durations: number[] = [];
  const end = performance.now() + seconds * 1000;
  const sendUntilEnd = async () => {
    while (performance.now() < end) {
      durations.push(await measureTime(() => sendOnce(load)));
    }
  };
  const elapsed = await measureTime(() =>
    Promise.all(Array.from({ length: callers }, sendUntilEnd)),
  );
  const perSecond = Math.round((durations.length / elapsed) * 1000);
  return [load.title, perSecond, median(durations), percentile(durations, 0.99)];
}

/** Returns a function that returns the values in turn, over and over. */
function createRotation(values: readonly string[]): () => string {
  let next = 0;
  return () => values[next++ % values.length] ?? '';
}

/** Measures the throughput and the latency of the local runner. */
export const throughput: Section = async ({ asUser, client, seconds }) => {
  const { client_id, client_secret } = client;
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  const json = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };
  const newToken = async () => issueUserToken(await newPerson());
  const tokens = await Promise.all(Array.from({ length: userCount }, newToken));
  const getToken = createRotation(tokens);
  const loads: readonly Load[] = [
    {
      title: 'token (client credentials)',
      expected: 200,
      send: () => asUser('POST', '/v7.0/oauth2/access_token/', { form }),
    },
    {
      title: 'list data sources',
      expected: 200,
      send: () => asUser('GET', '/v7.1/data_source/'),
    },
    {
      title: 'create a data source',
      expected: 201,
      send: () => asUser('POST', '/v7.1/data_source/', { token: getToken(), json }),
    },
  ];

  const rows: (string | number)[][] = [];
  for (const load of loads) rows.push(await measureLoad(load, seconds));
  return markdownTable(
    ['load through the local runner', 'requests a second', 'median ms', '99 % ms'],
    rows,
  );
};

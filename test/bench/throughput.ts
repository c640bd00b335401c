import { issueUserToken, newPerson } from '#kit/fixtures.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

const callers = 8;

/** Sends requests with eight parallel callers. Throws if a response has an unexpected status. */
async function load(
  name: string,
  seconds: number,
  expected: number,
  request: () => Promise<{ status: number; text: string }>,
): Promise<readonly [name: string, perSecond: number, median: number, p99: number]> {
  for (let i = 0; i < callers * 2; i++) await request();
  const end = performance.now() + seconds * 1000;
  const durations: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        const sent = performance.now();
        const { status, text } = await request();
        if (status !== expected) throw new Error(`${name} answered ${status}: ${text}`);
        durations.push(performance.now() - sent);
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  durations.sort((one, other) => one - other);
  const at = (share: number) => durations[Math.floor(durations.length * share)] ?? 0;
  return [name, Math.round(durations.length / elapsed), at(0.5), at(0.99)];
}

/** Gives one after another, and then from the start. */
function inTurn<T>(all: readonly [T, ...T[]]): () => T {
  let next = 0;
  return () => all[next++ % all.length] ?? all[0];
}

/** Requests a second and milliseconds a request through the local runner, with eight callers. */
export const throughput: Section = async ({ asUser, application, seconds }) => {
  const { client_id, client_secret } = application;
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  const json = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };
  const newToken = async () => issueUserToken(await newPerson());
  // A person can have 500 data sources only.
  const more = await Promise.all(Array.from({ length: 30 }, newToken));
  const owner = inTurn([await newToken(), ...more]);
  return markdownTable(
    ['load through the local runner', 'requests a second', 'median ms', '99 % ms'],
    [
      await load('token (client credentials)', seconds, 200, () =>
        asUser('POST', '/v7.0/oauth2/access_token/', { form }),
      ),
      await load('list data sources', seconds, 200, () =>
        asUser('GET', '/v7.1/data_source/'),
      ),
      await load('create a data source', seconds, 201, () =>
        asUser('POST', '/v7.1/data_source/', { token: owner(), json }),
      ),
    ],
  );
};

import token from '#functions/auth/token/endpoint.ts';
import dataSourceCreation from '#functions/main/data-source/create/endpoint.ts';
import dataSourceList from '#functions/main/data-source/list/endpoint.ts';
import { watch } from '#kit/data-sources.ts';
import { issueUserToken, newPerson } from '#kit/fixtures.ts';
import {
  buildLoadRequest,
  type LoadRequest,
  type LoadSender,
  startLoadSender,
} from './load/load.ts';
import { markdownTable } from './report.ts';
import { type Bench, listedItems, type Section } from './service-under-bench.ts';
import { median, percentile } from './statistics.ts';

/** A user can have 500 data sources only, so the load needs several users. */
const userCount = 31;

interface RepeatedRequests {
  title: string;
  requests: readonly LoadRequest[];
}

/** Sends a load for about some seconds. Returns a row of the table. */
async function measureLoad(
  { title, requests }: RepeatedRequests,
  sender: LoadSender,
  seconds: number,
): Promise<(string | number)[]> {
  const count = 400;
  // V8 compiles what the requests need before the first measured one.
  await sender.send({ requests, count: 5 * count });
  const { elapsed: warmUp } = await sender.send({ requests, count });
  const rounds = Math.max(1, Math.round((seconds * 1000) / warmUp));

  const before = process.cpuUsage();
  const sent = await sender.send({ requests, count: count * rounds });
  const { user, system } = process.cpuUsage(before);
  const { durations, elapsed } = sent;
  const perSecond = Math.round((durations.length / elapsed) * 1000);
  const cpu = (user + system) / 1000 / durations.length;
  const times = [median(durations), percentile(durations, 0.99)];
  return [title, perSecond, ...times, cpu.toFixed(2)];
}

async function listLoads(bench: Bench): Promise<RepeatedRequests[]> {
  const { client_id, client_secret } = bench.client;
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  const json = { _embedded: { device: [watch] } };
  const ownToken = await issueUserToken(bench.user, bench.client);
  const newToken = async () => issueUserToken(await newPerson());
  const tokens = await Promise.all(Array.from({ length: userCount }, newToken));
  const creations = tokens.map((userToken) =>
    buildLoadRequest(dataSourceCreation, bench, userToken, { json }),
  );
  return [
    {
      title: 'token (client credentials)',
      requests: [await buildLoadRequest(token, bench, '', { form })],
    },
    {
      title: `list ${listedItems} data sources`,
      requests: [await buildLoadRequest(dataSourceList, bench, ownToken, {})],
    },
    { title: 'create a data source', requests: await Promise.all(creations) },
  ];
}

/** Measures the throughput, the latency and the CPU time of the local runner. */
export const throughput: Section = async (bench) => {
  using sender = startLoadSender();
  const rows: (string | number)[][] = [];
  for (const load of await listLoads(bench)) {
    rows.push(await measureLoad(load, sender, bench.seconds));
  }
  const columns = ['requests a second', 'median ms', '99 % ms', 'CPU ms a request'];
  return markdownTable(['load through the local runner', ...columns], rows);
};

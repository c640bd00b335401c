import token from '#functions/auth/token/endpoint.ts';
import dataSourceList from '#functions/main/data-source/list/endpoint.ts';
import userRead from '#functions/main/user/read/endpoint.ts';
import { issueUserToken } from '#kit/fixtures.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { BenchRequest } from './events.ts';
import { buildLoadRequest, type LoadSender, startLoadSender } from './load/load.ts';
import { measureInTurn, readOwnCpu } from './peers/contenders.ts';
import { startFunctionPeer } from './peers/peers.ts';
import { markdownTable } from './report.ts';
import { type Bench, listedItems, type Section } from './service-under-bench.ts';
import { median } from './statistics.ts';

/** A function, and a request to it that is measured. */
interface MeasuredRequest {
  title: string;
  id: string;
  endpoint: Endpoint;
  request: BenchRequest;
}

function listMeasuredRequests({ client }: Bench): MeasuredRequest[] {
  const { client_id, client_secret } = client;
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  return [
    {
      title: 'read a user',
      id: 'main/user/read',
      endpoint: userRead,
      request: { item: 'self' },
    },
    {
      title: `list ${listedItems} data sources`,
      id: 'main/data-source/list',
      endpoint: dataSourceList,
      request: {},
    },
    {
      title: 'token (client credentials)',
      id: 'auth/token',
      endpoint: token,
      request: { form },
    },
  ];
}

/**
 * Measures a request in the runner, with the least around the function, and in a process that only
 * calls the function.
 */
async function measureRequest(
  { title, id, endpoint, request }: MeasuredRequest,
  bench: Bench,
  sender: LoadSender,
): Promise<string[]> {
  const userToken = await issueUserToken(bench.user, bench.client);
  const load = await buildLoadRequest(endpoint, bench, userToken, request);
  const start = (program?: string) =>
    startFunctionPeer(id, endpoint, request, bench, program);
  using alone = await start();
  using least = await start('thread-child.ts');
  const measured = await measureInTurn(
    [
      { title: 'in the runner', requests: [load], readCpu: readOwnCpu },
      {
        title: 'at least',
        requests: [{ ...load, url: least.url }],
        readCpu: least.readCpu,
      },
      { title: 'function', requests: [load], readCpu: alone.readCpu, call: alone.call },
    ],
    sender,
  );
  const [runner = 0, minimum = 0, own = 0] = measured.map((samples) =>
    median(samples.map(({ cpu }) => cpu)),
  );
  const columns = [runner, own, runner - own, minimum - own];
  return [title, ...columns.map((cpu) => cpu.toFixed(2))];
}

/**
 * Measures what the local runner adds to the CPU time of functions: the gateway, the messages to
 * threads, the log and the table's stream. And the least that threads of functions add: `node:http`
 * and two messages.
 */
export const runnerCost: Section = async (bench) => {
  using sender = startLoadSender();
  const rows: string[][] = [];
  for (const request of listMeasuredRequests(bench)) {
    rows.push(await measureRequest(request, bench, sender));
  }
  const columns = ['CPU ms in the runner', 'of the function', 'added', 'least to add'];
  return markdownTable(['request', ...columns], rows);
};

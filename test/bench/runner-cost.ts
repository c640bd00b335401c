import token from '#functions/auth/token/endpoint.ts';
import dataSourceList from '#functions/main/data-source/list/endpoint.ts';
import userRead from '#functions/main/user/read/endpoint.ts';
import { issueUserToken } from '#kit/fixtures.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { BenchRequest } from './events.ts';
import { buildLoadRequest, type LoadSender, startLoadSender } from './load/load.ts';
import { measureInTurn, readOwnCpu, startPeerProcess } from './peers/contenders.ts';
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

/** Measures a request in the runner, and in a process that only calls its function. */
async function measureRequest(
  { title, id, endpoint, request }: MeasuredRequest,
  bench: Bench,
  sender: LoadSender,
): Promise<string[]> {
  const userToken = await issueUserToken(bench.user, bench.client);
  const load = await buildLoadRequest(endpoint, bench, userToken, request);
  using alone = await startFunctionPeer(id, endpoint, request, bench);
  const contenders = [
    { title: 'in the runner', requests: [load], readCpu: readOwnCpu },
    { title: 'function', requests: [load], readCpu: alone.readCpu, call: alone.call },
  ];
  const [inRunner = [], own = []] = await measureInTurn(contenders, sender);

  const runnerCpus = inRunner.map(({ cpu }) => cpu);
  const ownCpus = own.map(({ cpu }) => cpu);
  const addedCpus = runnerCpus.map((cpu, i) => cpu - (ownCpus[i] ?? 0));
  const columns = [runnerCpus, ownCpus, addedCpus];
  return [title, ...columns.map((cpus) => median(cpus).toFixed(2))];
}

/** Measures the least that a server with its functions in threads adds. */
async function measureLeast(bench: Bench, sender: LoadSender): Promise<string[]> {
  using peer = await startPeerProcess('thread-child.ts', [], bench.environment);
  const request = { url: peer.url, method: 'GET', headers: {}, body: undefined };
  const contender = { title: 'thread', requests: [request], readCpu: peer.readCpu };
  const [samples = []] = await measureInTurn([contender], sender);
  const cpu = median(samples.map((sample) => sample.cpu)).toFixed(2);
  return ['(node:http and a message to a thread)', cpu, '0.00', cpu];
}

/**
 * Measures what the local runner adds to the CPU time of functions: the gateway, the messages to
 * threads, the log and the table's stream.
 */
export const runnerCost: Section = async (bench) => {
  using sender = startLoadSender();
  const rows: string[][] = [];
  for (const request of listMeasuredRequests(bench)) {
    rows.push(await measureRequest(request, bench, sender));
  }
  rows.push(await measureLeast(bench, sender));
  const columns = ['CPU ms in the runner', 'of the function', 'added'];
  return markdownTable(['request', ...columns], rows);
};

import { join } from 'node:path';
import token from '#functions/auth/token/endpoint.ts';
import { bundlesFolder } from '#lib/paths.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type BenchRequest, buildBenchmarkEvent } from '../events.ts';
import { buildLoadRequest, startLoadSender } from '../load/load.ts';
import { markdownTable } from '../report.ts';
import type { Bench, Section } from '../service-under-bench.ts';
import { median } from '../statistics.ts';
import {
  type Contender,
  measureInTurn,
  type PeerProcess,
  readOwnCpu,
  type Sample,
  startPeerProcess,
} from './contenders.ts';
import { startProviderPeer } from './oidc-provider.ts';

/** The title of the peer with which the others are compared. */
const comparedTitle = 'oidc-provider, same DynamoDB engine';

function buildTokenRequest({ client }: Bench): BenchRequest {
  const { client_id, client_secret } = client;
  return { form: { grant_type: 'client_credentials', client_id, client_secret } };
}

function formatRow(
  { title }: Contender,
  samples: readonly Sample[],
  peer: readonly Sample[],
): (string | number)[] {
  const list = (member: keyof Sample) => samples.map((sample) => sample[member]);
  const formatRatio = (member: keyof Sample) => {
    const ratios = samples.map((sample, i) => sample[member] / (peer[i]?.[member] ?? 0));
    return median(ratios).toFixed(2);
  };
  const perSecond = Math.round(median(list('perSecond')));
  const cpu = median(list('cpu')).toFixed(2);
  return [title, perSecond, formatRatio('perSecond'), cpu, formatRatio('cpu')];
}

/** Starts the servers to compare. `disposables` ends those that run in other processes. */
async function startContenders(
  bench: Bench,
  disposables: DisposableStack,
): Promise<Contender[]> {
  const request = buildTokenRequest(bench);
  const tokenRequest = await buildLoadRequest(token, bench, '', request);
  const start = async (pending: ReturnType<typeof startProviderPeer>) =>
    disposables.use(await pending);
  const onEngine = await start(startProviderPeer('dynamodb', bench.environment));
  const inMemory = await start(startProviderPeer('memory', bench.environment));
  const functionPeer = disposables.use(
    await startFunctionPeer('auth/token', token, request, bench),
  );
  const putPeer = disposables.use(
    await startPeerProcess('put-child.ts', [], bench.environment),
  );
  const title = 'this service, local runner';
  return [
    { title, requests: [tokenRequest], readCpu: readOwnCpu },
    {
      title: 'this service, its function behind node:http',
      requests: [{ ...tokenRequest, url: functionPeer.url }],
      readCpu: functionPeer.readCpu,
    },
    {
      title: comparedTitle,
      requests: [onEngine.tokenRequest],
      readCpu: onEngine.readCpu,
    },
    {
      title: '(node:http and one PutItem)',
      requests: [{ ...tokenRequest, url: putPeer.url }],
      readCpu: putPeer.readCpu,
    },
    {
      title: 'oidc-provider, in memory',
      requests: [inMemory.tokenRequest],
      readCpu: inMemory.readCpu,
    },
  ];
}

/**
 * Compares the token endpoint in the local runner, and its function alone, with oidc-provider: all
 * with opaque tokens of the client credentials grant, a client that is known, and one write.
 */
export const peers: Section = async (bench) => {
  using sender = startLoadSender();
  using disposables = new DisposableStack();
  const contenders = await startContenders(bench, disposables);
  const samples = await measureInTurn(contenders, sender);

  const peer = contenders.findIndex(({ title }) => title === comparedTitle);
  const rows = contenders.map((contender, i) =>
    formatRow(contender, samples[i] ?? [], samples[peer] ?? []),
  );
  const columns = ['requests a second', 'ratio', 'CPU ms a request', 'ratio'];
  return markdownTable(['token endpoint', ...columns], rows);
};

/** Starts the function of an endpoint without the local runner. Each call repeats the request. */
export async function startFunctionPeer(
  id: string,
  endpoint: Endpoint,
  request: BenchRequest,
  bench: Bench,
  program = 'function-child.ts',
): Promise<PeerProcess> {
  const event = await buildBenchmarkEvent(endpoint, bench, request);
  const args = [join(bundlesFolder, id, 'index.js'), JSON.stringify(event)];
  return startPeerProcess(program, args, bench.environment);
}

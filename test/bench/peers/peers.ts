import token from '#functions/auth/token/endpoint.ts';
import { buildLoadRequest } from '../load/build-load-request.ts';
import { type LoadRequest, type LoadSender, startLoadSender } from '../load/load.ts';
import { markdownTable } from '../report.ts';
import type { Bench, Section } from '../service-under-bench.ts';
import { median } from '../statistics.ts';
import { startPeer } from './oidc-provider.ts';

/** Enough that a difference of some percent shows. */
const rounds = 9;
const requestsPerRound = 600;

/** A server whose token endpoint is compared. */
interface Contender {
  title: string;
  request: LoadRequest;
  /** Returns the CPU time of its process in ms. */
  readCpu(): Promise<number> | number;
}

/** The figures of one round. */
interface Sample {
  perSecond: number;
  cpu: number;
}

async function buildTokenRequest(bench: Bench): Promise<LoadRequest> {
  const { client_id, client_secret } = bench.client;
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  return buildLoadRequest(token, bench, '', { form });
}

function readOwnCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function takeSample(
  { request, readCpu }: Contender,
  sender: LoadSender,
): Promise<Sample> {
  const before = await readCpu();
  const load = { requests: [request], count: requestsPerRound };
  const { elapsed } = await sender.send(load);
  const cpu = (await readCpu()) - before;
  return {
    perSecond: (requestsPerRound / elapsed) * 1000,
    cpu: cpu / requestsPerRound,
  };
}

/** Measures all contenders in turn, so that a disturbance meets all of them. */
async function measureInTurn(
  contenders: readonly Contender[],
  sender: LoadSender,
): Promise<Sample[][]> {
  const samples = contenders.map((): Sample[] => []);
  for (const contender of contenders) await takeSample(contender, sender);
  for (let round = 0; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      samples[i]?.push(await takeSample(contender, sender));
    }
  }
  return samples;
}

function formatRow(
  { title }: Contender,
  samples: readonly Sample[],
  own: readonly Sample[],
): (string | number)[] {
  const perSecond = median(samples.map((sample) => sample.perSecond));
  const cpu = median(samples.map((sample) => sample.cpu));
  const ratios = samples.map((sample, i) => (own[i]?.perSecond ?? 0) / sample.perSecond);
  return [title, Math.round(perSecond), cpu.toFixed(2), median(ratios).toFixed(2)];
}

/**
 * Compares the token endpoint in the local runner with oidc-provider, both with opaque tokens of
 * the client credentials grant, a client that is known, and one write of an item.
 */
export const peers: Section = async (bench) => {
  using sender = startLoadSender();
  using onEngine = await startPeer('dynamodb', bench.environment);
  using inMemory = await startPeer('memory', bench.environment);
  const contenders: Contender[] = [
    {
      title: 'this service, local runner',
      request: await buildTokenRequest(bench),
      readCpu: readOwnCpu,
    },
    {
      title: 'oidc-provider, same DynamoDB engine',
      request: onEngine.tokenRequest,
      readCpu: onEngine.readCpu,
    },
    {
      title: 'oidc-provider, in memory',
      request: inMemory.tokenRequest,
      readCpu: inMemory.readCpu,
    },
  ];

  const samples = await measureInTurn(contenders, sender);
  const [own = []] = samples;
  const rows = contenders.map((contender, i) =>
    formatRow(contender, samples[i] ?? [], own),
  );
  const columns = ['requests a second', 'CPU ms a request', 'this service, times it'];
  return markdownTable(['token endpoint', ...columns], rows);
};

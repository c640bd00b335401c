import type { LoadRequest, LoadSender } from '../load/load.ts';

/** Enough that a difference of some percent shows. */
const rounds = 9;
const defaultRequests = 600;

/** Rounds that are not measured, so that V8 has compiled what the requests need. */
const warmUpRounds = 5;

/** A server that is compared with others. */
export interface Contender {
  title: string;
  requests: readonly LoadRequest[];
  /** Returns the CPU time of its processes in ms. */
  readCpu(): Promise<number> | number;
  /** Calls the function without HTTP. Replaces the requests if present. */
  call?(count: number): Promise<void>;
}

/** The figures of one round. */
export interface Sample {
  perSecond: number;
  /** The CPU time of a request in ms. */
  cpu: number;
}

/** Returns the CPU time of this process, which runs the service, in ms. */
export function readOwnCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function takeSample(
  { requests, readCpu, call }: Contender,
  sender: LoadSender,
  requestsPerRound: number,
): Promise<Sample> {
  const before = await readCpu();
  const started = performance.now();
  if (call) await call(requestsPerRound);
  else await sender.send({ requests, count: requestsPerRound });
  const elapsed = performance.now() - started;
  const cpu = (await readCpu()) - before;
  return {
    perSecond: (requestsPerRound / elapsed) * 1000,
    cpu: cpu / requestsPerRound,
  };
}

/**
 * Measures all contenders in each round, so that a disturbance affects all of them. Defaults to 600
 * requests a round.
 */
export async function measureInTurn(
  contenders: readonly Contender[],
  sender: LoadSender,
  requestsPerRound = defaultRequests,
): Promise<Sample[][]> {
  const samples = contenders.map((): Sample[] => []);
  const take = (contender: Contender) => takeSample(contender, sender, requestsPerRound);
  // Rounds with a negative number warm up.
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      const sample = await take(contender);
      if (round >= 0) samples[i]?.push(sample);
    }
  }
  return samples;
}

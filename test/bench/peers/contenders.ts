import { fork } from 'node:child_process';
import { join } from 'node:path';
import { receiveMessage } from '../child-process.ts';
import type { LoadRequest, LoadSender } from '../load/load.ts';

/** How long contenders are measured. */
interface Effort {
  rounds: number;
  /** Rounds that are not measured, so that V8 has compiled what the requests need. */
  warmUpRounds: number;
  requestsPerRound: number;
}

/** Enough that a difference of some percent shows. */
const defaultEffort: Effort = { rounds: 9, warmUpRounds: 5, requestsPerRound: 600 };

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

/** Measures all contenders in each round, so that a disturbance affects all of them. */
export async function measureInTurn(
  contenders: readonly Contender[],
  sender: LoadSender,
  { rounds, warmUpRounds, requestsPerRound } = defaultEffort,
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

/** The report of a peer's process: its address and its CPU time in ms. */
export interface PeerResponse {
  url: string;
  cpu: number;
}

/** A server in a process of its own. */
export interface PeerProcess extends Disposable {
  url: string;
  /** Returns the CPU time of the process in ms. */
  readCpu(): Promise<number>;
  /** Makes the process call its function `count` times without HTTP. */
  call(count: number): Promise<void>;
}

/**
 * Starts a program of this folder, which reports its CPU time for each message. Throws if the
 * program ends, as do the functions of the process.
 */
export async function startPeerProcess(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<PeerProcess> {
  const child = fork(join(import.meta.dirname, program), args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { url } = await receiveMessage<PeerResponse>(child);

  function send(count: number): Promise<PeerResponse> {
    child.send(count);
    return receiveMessage(child);
  }

  return {
    url,
    readCpu: async () => (await send(0)).cpu,
    call: async (count) => void (await send(count)),
    [Symbol.dispose]: () => void child.kill(),
  };
}

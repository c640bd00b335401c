import { fork } from 'node:child_process';
import { join } from 'node:path';
import { receiveMessage } from '../receive-message.ts';

/** What the process of a peer reports: its address and its CPU time in ms. */
export interface PeerReply {
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
  const { url } = await receiveMessage<PeerReply>(child);

  function send(count: number): Promise<PeerReply> {
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

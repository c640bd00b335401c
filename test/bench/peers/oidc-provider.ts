import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadRequest } from '../load/load.ts';

/** A client of a peer. */
export interface PeerClient {
  client_id: string;
  client_secret: string;
}

/** What the process of a peer reports: its address and its CPU time in ms. */
export interface PeerReply {
  url: string;
  cpu: number;
}

/** A running oidc-provider. */
export interface Peer extends Disposable {
  tokenRequest: LoadRequest;
  /** Returns the CPU time of its process in ms. */
  readCpu(): Promise<number>;
}

const client: PeerClient = {
  client_id: 'bench',
  client_secret: 'a-secret-of-enough-characters-for-everybody',
};

/** Starts oidc-provider with its models in memory, or in the table of the environment. */
export async function startPeer(
  storage: 'memory' | 'dynamodb',
  environment: Readonly<Record<string, string>>,
): Promise<Peer> {
  const program = join(import.meta.dirname, 'oidc-provider-child.ts');
  const child = fork(program, [storage, JSON.stringify(client)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [{ url }] = (await once(child, 'message')) as [PeerReply];
  const form = { grant_type: 'client_credentials', scope: 'read', ...client };
  return {
    tokenRequest: {
      url: `${url}/token`,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams(form)),
    },
    readCpu: async () => {
      child.send('cpu');
      const [{ cpu }] = (await once(child, 'message')) as [PeerReply];
      return cpu;
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

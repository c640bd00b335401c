import { buildMessage } from '#kit/send.ts';
import type { LoadRequest } from '../load/load.ts';
import { type PeerProcess, startPeerProcess } from './contenders.ts';

/** The OAuth client that oidc-provider knows. */
export interface PeerClient {
  client_id: string;
  client_secret: string;
}

/** A running oidc-provider. */
export interface ProviderPeer extends Disposable, Pick<PeerProcess, 'readCpu'> {
  tokenRequest: LoadRequest;
}

const client: PeerClient = {
  client_id: 'bench',
  client_secret: 'a-secret-of-enough-characters-for-everybody',
};

/** Starts oidc-provider with its models in memory, or in the table that `environment` names. */
export async function startProviderPeer(
  storage: 'memory' | 'dynamodb',
  environment: Readonly<Record<string, string>>,
): Promise<ProviderPeer> {
  const args = [storage, JSON.stringify(client)];
  const peer = await startPeerProcess('oidc-provider-child.ts', args, environment);
  const form = { grant_type: 'client_credentials', scope: 'read', ...client };
  return {
    tokenRequest: {
      url: `${peer.url}/token`,
      method: 'POST',
      ...(await buildMessage({ form })),
    },
    readCpu: peer.readCpu,
    [Symbol.dispose]: () => peer[Symbol.dispose](),
  };
}

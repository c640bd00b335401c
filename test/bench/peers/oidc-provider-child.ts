// oidc-provider in a process of its own, with its models in memory or in DynamoDB.
import Provider from 'oidc-provider';
import { DynamoDbAdapter } from './dynamodb-adapter.ts';
import type { PeerClient } from './oidc-provider.ts';
import { servePeer } from './serve-peer.ts';

const [storage = 'memory', clientText = '{}'] = process.argv.slice(2);
const client: PeerClient = JSON.parse(clientText);

function createProvider(url: string): Provider {
  return new Provider(url, {
    ...(storage === 'dynamodb' && { adapter: DynamoDbAdapter }),
    clients: [
      {
        ...client,
        redirect_uris: [],
        response_types: [],
        grant_types: ['client_credentials'],
        token_endpoint_auth_method: 'client_secret_post',
        scope: 'read',
      },
    ],
    scopes: ['read'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
    },
  });
}

await servePeer({ createListener: (url) => createProvider(url).callback() });

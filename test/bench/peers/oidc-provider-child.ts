// oidc-provider in a process of its own, with its models in memory or in DynamoDB. Reports its CPU
// time for each message.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { DynamoDbAdapter } from './dynamodb-adapter.ts';
import type { PeerClient, PeerReply } from './oidc-provider.ts';

const [storage = 'memory', clientText = '{}'] = process.argv.slice(2);
const client: PeerClient = JSON.parse(clientText);

const server = createServer();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const provider = new Provider(url, {
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
  features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
});
server.on('request', provider.callback());

process.on('message', () => report());
report();

function report(): void {
  const { user, system } = process.cpuUsage();
  const reply: PeerReply = { url, cpu: (user + system) / 1000 };
  process.send?.(reply);
}

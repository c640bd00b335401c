import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import Provider from 'oidc-provider';
import type { PeerClient } from './oidc-provider.ts';
import { servePeer } from './serve-peer.ts';

// oidc-provider in a process of its own, with its models in memory or in DynamoDB.

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

type Payload = Record<string, unknown>;

const TableName = process.env.TABLE_NAME ?? '';
const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});

/**
 * Stores the models of oidc-provider in DynamoDB, one item each, as services with this library do.
 * The methods are those that the library documents for adapters.
 */
class DynamoDbAdapter {
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  #toKey(id: string) {
    return { pk: `OIDC#${this.#model}#${id}`, sk: this.#model };
  }

  async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    const ttl = expiresIn === undefined ? undefined : now + expiresIn;
    const Item = { ...this.#toKey(id), payload, ttl };
    await dynamodb.send(new PutCommand({ TableName, Item }));
  }

  async find(id: string): Promise<Payload | undefined> {
    const request = { TableName, Key: this.#toKey(id), ConsistentRead: true };
    const { Item } = await dynamodb.send(new GetCommand(request));
    return Item?.payload;
  }

  async consume(id: string): Promise<void> {
    const request = {
      TableName,
      Key: this.#toKey(id),
      UpdateExpression: 'SET payload.consumed = :now',
      ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000) },
    };
    await dynamodb.send(new UpdateCommand(request));
  }

  async destroy(id: string): Promise<void> {
    await dynamodb.send(new DeleteCommand({ TableName, Key: this.#toKey(id) }));
  }

  // These belong to sessions and grants of people, which no request of the benchmark uses.
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
  async revokeByGrantId(): Promise<void> {}
}

await servePeer({ createListener: (url) => createProvider(url).callback() });

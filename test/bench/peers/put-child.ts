// The least that a token endpoint with this store needs: node:http, and one PutItem with the SDK.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { servePeer } from './serve-peer.ts';

const TableName = process.env.TABLE_NAME ?? '';
const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
let written = 0;

await servePeer({
  createListener: () => async (request, response) => {
    request.resume();
    const Item = { pk: `BARE#${written++}`, sk: 'BARE', payload: 'x'.repeat(500) };
    await dynamodb.send(new PutCommand({ TableName, Item }));
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{}');
  },
});

// A warm function in one process. Sends many requests to bundles, and the same calls directly to the
// store. Prints the CPU time of each.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import token from '#functions/auth/token/endpoint.ts';
import { issueCode } from '#kit/authorization-codes.ts';
import { issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { keys } from '#shared/table/keys.ts';
import { buildBenchmarkEvent } from './events.ts';
import type { WarmCost } from './warm.ts';

type Handler = (event: unknown) => Promise<{ statusCode?: number; body?: string }>;

const requests = Number(process.argv[2]);
/** Calls that are not measured, so that the code is compiled. */
const warmUpCalls = Math.ceil(requests / 5);
const TableName = process.env.TABLE_NAME ?? '';
const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const require = createRequire(import.meta.url);

// The log of the functions must not mix with the result on the standard output.
const { write } = process.stdout;
const logLines: string[] = [];
process.stdout.write = (line) => logLines.push(String(line)) > 0;

function loadHandler(id: string): Handler {
  const { handler } = require(join(bundlesFolder, id, 'index.js'));
  return (event) => handler(event, { getRemainingTimeInMillis: () => 10_000 });
}

/** Measures the milliseconds of CPU of one call. */
async function measureCpu(call: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < warmUpCalls; i++) await call();
  const before = process.cpuUsage();
  for (let i = 0; i < requests; i++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / requests;
}

/** Reads the number of store calls of the last request from its log line. */
function readStoreCalls(): number {
  const line = logLines.findLast((text) => text.includes('store_calls')) ?? '{}';
  return Number(JSON.parse(line).store_calls);
}

async function measureFunction(
  name: string,
  call: () => Promise<unknown>,
): Promise<WarmCost> {
  const cpu = await measureCpu(call);
  return { name, cpu, store_calls: readStoreCalls() };
}

async function measureStoreCall(
  name: string,
  call: () => Promise<unknown>,
): Promise<WarmCost> {
  return { name, cpu: await measureCpu(call), store_calls: 1 };
}

const user = await newUser();
const client = await newClient();
const tokenHandler = loadHandler('auth/token');
const authorizer = loadHandler('auth/authorizer');

async function requestTokens(
  parameters: Record<string, string>,
): Promise<Record<string, string>> {
  const { client_id, client_secret } = client;
  const form = { client_id, client_secret, ...parameters };
  const event = await buildBenchmarkEvent(token, { user, client }, { form });
  const { statusCode, body = '' } = await tokenHandler(event);
  if (statusCode !== 200) {
    throw new Error(`The response of the token endpoint is ${statusCode}: ${body}`);
  }
  return JSON.parse(body);
}

/** An item of the size of a grant. */
const grantKey = keys.grant('bench', 'bench');
const update = new UpdateCommand({
  TableName,
  Key: grantKey,
  UpdateExpression: 'SET #digest = :digest, #text = :text ADD #generation :one',
  ConditionExpression: 'attribute_not_exists(#revoked)',
  ExpressionAttributeNames: {
    '#digest': 'digest',
    '#text': 'text',
    '#generation': 'generation',
    '#revoked': 'revoked_at',
  },
  ExpressionAttributeValues: {
    ':digest': 'x'.repeat(43),
    ':text': 'x'.repeat(800),
    ':one': 1,
  },
  ReturnValues: 'ALL_NEW',
});
const get = new GetCommand({ TableName, Key: grantKey, ConsistentRead: true });

const codes: string[] = [];
for (let i = 0; i < requests + warmUpCalls; i++) {
  codes.push(await issueCode(user, client));
}
let { refresh_token = '' } = await requestTokens({ grant_type: 'client_credentials' });
const authorization = {
  type: 'TOKEN',
  methodArn: 'arn:aws:execute-api:eu-west-1:0:api/live/GET/v7.1/user/self',
  authorizationToken: `Bearer ${await issueUserToken(user, client)}`,
};

const costs: WarmCost[] = [
  await measureFunction('token endpoint, a code', () =>
    requestTokens({ grant_type: 'authorization_code', code: codes.pop() ?? '' }),
  ),
  await measureFunction('token endpoint, a refresh token', async () => {
    const tokens = await requestTokens({ grant_type: 'refresh_token', refresh_token });
    refresh_token = tokens.refresh_token ?? '';
  }),
  await measureStoreCall('a bare UpdateItem', () => dynamodb.send(update)),
  await measureFunction('authorizer', () => authorizer(authorization)),
  await measureStoreCall('a bare GetItem', () => dynamodb.send(get)),
];

process.stdout.write = write;
process.stdout.write(JSON.stringify(costs), () => process.exit(0));

// One process, as a warm function is: sends a bundle many requests one after another, and the store
// the same calls bare; prints what each took of the CPU.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import token from '#functions/auth/token/endpoint.ts';
import { issueCode } from '#kit/authorization-codes.ts';
import { issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { keys } from '#shared/table/keys.ts';
import { eventFor } from './events.ts';
import type { WarmCost } from './warm.ts';

type Handler = (event: unknown) => Promise<{ statusCode?: number; body?: string }>;

const requests = Number(process.argv[2]);
const warming = Math.ceil(requests / 5);
const TableName = process.env.TABLE_NAME ?? '';
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const require = createRequire(import.meta.url);

/** The lines that functions log stay here: what is printed is for the parent. */
const { write } = process.stdout;
const lines: string[] = [];
process.stdout.write = (line) => lines.push(String(line)) > 0;

const loadHandler = (id: string): Handler => {
  const { handler } = require(join(bundlesFolder, id, 'index.js'));
  return (event) => handler(event, { getRemainingTimeInMillis: () => 10_000 });
};

/** Milliseconds of CPU that one call takes, after as many as the engine needs to compile it. */
async function measureCpu(call: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < warming; i++) await call();
  const before = process.cpuUsage();
  for (let i = 0; i < requests; i++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / requests;
}

/** Store calls of the last request, as its log line has them. */
const storeCalls = () => {
  const line = lines.findLast((text) => text.includes('store_calls')) ?? '{}';
  return Number(JSON.parse(line).store_calls);
};

const [person, application] = await Promise.all([newUser(), newClient()]);
const { client_id, client_secret } = application;
const ask = loadHandler('auth/token');

async function askFor(
  parameters: Record<string, string>,
): Promise<Record<string, string>> {
  const form = { client_id, client_secret, ...parameters };
  const event = await eventFor(token, { user: person, application }, { form });
  const { statusCode, body: answer = '' } = await ask(event);
  if (statusCode !== 200)
    throw new Error(`The token endpoint answered ${statusCode}: ${answer}`);
  return JSON.parse(answer);
}

async function measure(name: string, call: () => Promise<unknown>): Promise<WarmCost> {
  const cpu = await measureCpu(call);
  return { name, cpu, store_calls: storeCalls() };
}

/** A grant's item as large as the real ones, for the bare calls. */
const bareKey = keys.grant('bench', 'bench');
const update = new UpdateCommand({
  TableName,
  Key: bareKey,
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
const get = new GetCommand({ TableName, Key: bareKey, ConsistentRead: true });

const codes: string[] = [];
for (let i = 0; i < requests + warming; i++)
  codes.push(await issueCode(person, application));
let { refresh_token = '' } = await askFor({ grant_type: 'client_credentials' });
const bearer = await issueUserToken(person, application);
const authorize = loadHandler('auth/authorizer');
const methodArn = 'arn:aws:execute-api:eu-west-1:0:api/live/GET/v7.1/user/self';

const measured = [
  await measure('token endpoint, a code', () =>
    askFor({ grant_type: 'authorization_code', code: codes.pop() ?? '' }),
  ),
  await measure('token endpoint, a refresh token', async () => {
    ({ refresh_token = '' } = await askFor({
      grant_type: 'refresh_token',
      refresh_token,
    }));
  }),
  {
    name: 'a bare UpdateItem',
    cpu: await measureCpu(() => client.send(update)),
    store_calls: 1,
  },
  await measure('authorizer', () =>
    authorize({ type: 'TOKEN', methodArn, authorizationToken: `Bearer ${bearer}` }),
  ),
  {
    name: 'a bare GetItem',
    cpu: await measureCpu(() => client.send(get)),
    store_calls: 1,
  },
] satisfies WarmCost[];

process.stdout.write = write;
process.stdout.write(JSON.stringify(measured), () => process.exit(0));

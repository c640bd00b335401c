// Sends many requests to warm functions in one process, and the same calls directly to the store.
// Prints the CPU time of each.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import token from '#functions/auth/token/endpoint.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import summary from '#functions/diary/entry/summary/endpoint.ts';
import dataSourceCreate from '#functions/main/data-source/create/endpoint.ts';
import dataSourceList from '#functions/main/data-source/list/endpoint.ts';
import userRead from '#functions/main/user/read/endpoint.ts';
import { issueCode } from '#kit/authorization-codes.ts';
import { watch } from '#kit/data-sources.ts';
import { newClient, newUser, table } from '#kit/fixtures.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Key } from '#shared/table/keys.ts';
import {
  type BenchRequest,
  buildAuthorizerEvent,
  buildBenchmarkEvent,
} from './events.ts';
import type { WarmCost } from './warm.ts';
import { storeDays, year } from './year.ts';

type Handler = (event: unknown) => Promise<{ statusCode?: number; body?: string }>;

const batches = 80;
const allCalls = batches * 10;
/** Calls that are not measured, so that the code is compiled. */
const warmUpCalls = 1000;
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

type Call = () => Promise<unknown>;

/** Measures the milliseconds of CPU of some calls. */
async function measureCpu(call: Call, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < count; i++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Reads the number of store calls of the last request from its log line. */
function readStoreCalls(): number {
  const line = logLines.findLast((text) => text.includes('store_calls')) ?? '{}';
  return Number(JSON.parse(line).store_calls);
}

/** A function, and the bare store call that it makes. */
interface Pair {
  name: string;
  call: Call;
  storeCall: Call;
  /** For how many requests of others one counts, because it takes as long. */
  weight?: number;
}

/**
 * Measures a function and its store call in turn, so that a disturbance affects both. The batches
 * are short: garbage is collected once in some hundred calls, and this must not always happen
 * during the same one of the two.
 */
async function measurePair(pair: Pair): Promise<WarmCost> {
  const { name, call, storeCall, weight = 1 } = pair;
  const calls = allCalls / weight;
  const rounds = Math.min(batches, calls);
  await measureCpu(call, warmUpCalls / weight);
  const store_calls = readStoreCalls();
  await measureCpu(storeCall, warmUpCalls / weight);

  let cpu = 0;
  let storeCpu = 0;
  for (let round = 0; round < rounds; round++) {
    cpu += await measureCpu(call, calls / rounds);
    storeCpu += await measureCpu(storeCall, calls / rounds);
  }
  return { name, store_calls, cpu: cpu / calls, storeCpu: storeCpu / calls };
}

const user = await newUser();
const client = await newClient();
const tokenHandler = loadHandler('auth/token');
const authorizer = loadHandler('auth/authorizer');

const tokenEvent = await buildBenchmarkEvent(token, { user, client }, { form: {} });

async function requestTokens(
  parameters: Record<string, string>,
): Promise<Record<string, string>> {
  const { client_id, client_secret } = client;
  const form = new URLSearchParams({ client_id, client_secret, ...parameters });
  const event = { ...tokenEvent, body: String(form) };
  const { statusCode, body = '' } = await tokenHandler(event);
  if (statusCode !== 200) {
    throw new Error(`The response of the token endpoint is ${statusCode}: ${body}`);
  }
  return JSON.parse(body);
}

let { refresh_token = '' } = await requestTokens({ grant_type: 'client_credentials' });
const [grant] = await table().query<Key>(
  grantKeys.grants(toServicePrincipal(client.client_id)),
);
const { pk: _, sk: __, ...attributes } = { ...grant };
const grantKey = grantKeys.grant('bench', 'bench');
/** The writes of the token endpoint: they have the attributes of a grant. */
const put = new PutCommand({ TableName, Item: { ...grantKey, ...attributes } });
const update = new UpdateCommand({
  TableName,
  Key: grantKey,
  ConditionExpression: 'attribute_not_exists(#revoked)',
  ...buildUpdate(attributes),
  ReturnValues: 'ALL_NEW',
});

/** Builds the members of an update that sets nine attributes, as many as new tokens change. */
function buildUpdate(item: object) {
  const changed = Object.entries(item).slice(-9);
  const names = changed.map(([name], i) => [`#n${i}`, name]);
  const values = changed.map(([, value], i) => [`:v${i}`, value]);
  const terms = changed.map((_, i) => `#n${i} = :v${i}`);
  return {
    UpdateExpression: `SET ${terms.join(', ')}`,
    ExpressionAttributeNames: { '#revoked': 'revoked_at', ...Object.fromEntries(names) },
    ExpressionAttributeValues: Object.fromEntries(values),
  };
}
const get = new GetCommand({ TableName, Key: grantKey, ConsistentRead: true });

const codes: string[] = [];
for (let i = 0; i < allCalls + warmUpCalls; i++) {
  codes.push(await issueCode(user, client));
}
const authorization = await buildAuthorizerEvent({ user, client });

/** Creates a call of a function with a request of the user. */
async function createCall(
  id: string,
  endpoint: Endpoint,
  request: BenchRequest,
): Promise<Call> {
  const handler = loadHandler(id);
  const event = await buildBenchmarkEvent(endpoint, { user, client }, request);
  return async () => {
    const { statusCode = 0, body } = await handler(event);
    if (statusCode >= 400)
      throw new Error(`The response of ${id} is ${statusCode}: ${body}`);
  };
}

const creation = { json: { _embedded: { device: [watch] } } };
for (let i = 0; i < 5; i++) {
  const createSource = await createCall(
    'main/data-source/create',
    dataSourceCreate,
    creation,
  );
  await createSource();
}
const query = new QueryCommand({
  TableName,
  ConsistentRead: true,
  KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
  ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
  ExpressionAttributeValues: { ':pk': `USER#${user.user_id}`, ':sk': 'DATA_SOURCE#' },
});

await storeDays(user.user_id, year, 4);
const queryDays = new QueryCommand({
  TableName,
  ConsistentRead: true,
  KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
  ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
  ExpressionAttributeValues: {
    ':pk': `USER#${user.user_id}`,
    ':from': dayKeys.diaryDay(user.user_id, year.first).sk,
    ':to': dayKeys.diaryDay(user.user_id, year.last).sk,
  },
});
const getUser = new GetCommand({
  TableName,
  Key: identityKeys.user(user.user_id),
  ConsistentRead: true,
});
const pairs: readonly Pair[] = [
  {
    name: 'read a user beside GetItem',
    call: await createCall('main/user/read', userRead, { item: 'self' }),
    storeCall: () => dynamodb.send(getUser),
  },
  {
    name: 'list five data sources beside Query',
    call: await createCall('main/data-source/list', dataSourceList, {}),
    storeCall: () => dynamodb.send(query),
  },
  {
    name: 'a year by month beside Query',
    call: await createCall('diary/entry/summary', summary, {
      query: { from: year.first, to: year.last, by: 'month' },
    }),
    storeCall: () => dynamodb.send(queryDays),
    weight: 40,
  },
  {
    name: 'authorizer beside GetItem',
    call: () => authorizer(authorization),
    storeCall: () => dynamodb.send(get),
  },
  {
    name: 'token for a client beside PutItem',
    call: () => requestTokens({ grant_type: 'client_credentials' }),
    storeCall: () => dynamodb.send(put),
  },
  {
    name: 'token for a code beside UpdateItem',
    call: () =>
      requestTokens({ grant_type: 'authorization_code', code: codes.pop() ?? '' }),
    storeCall: () => dynamodb.send(update),
  },
  {
    name: 'token for a refresh token beside UpdateItem',
    call: async () => {
      const tokens = await requestTokens({ grant_type: 'refresh_token', refresh_token });
      refresh_token = tokens.refresh_token ?? '';
    },
    storeCall: () => dynamodb.send(update),
  },
];
const costs: WarmCost[] = [];
for (const pair of pairs) costs.push(await measurePair(pair));

process.stdout.write = write;
process.stdout.write(JSON.stringify(costs), () => process.exit(0));

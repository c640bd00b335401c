import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import * as mailServers from '#functions/account/mail-delivery/mail-server.store.ts';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { createTableBeside } from '#kit/create-table.ts';
import { watch } from '#kit/data-sources.ts';
import {
  issueUserToken,
  newClient,
  newUser,
  type TestUser,
  table,
} from '#kit/fixtures.ts';
import { runCommandLine } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import type { ProgramResult } from '#kit/program.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { type Send, send } from '#kit/send.ts';
import { newServiceFolder } from '#kit/service-folder.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { takeSample } from '#lib/admin/commands/restore-check.ts';
import { callDynamoDb } from '#lib/local/engines/dynamodb-api.ts';
import { prepareKeyFile } from '#lib/local/stores.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const { environment } = inject('service');
const endpoint = environment.AWS_ENDPOINT_URL_DYNAMODB ?? '';
const restoredEnvironment = { ...environment, TABLE_NAME: 'Restored' };
let user: TestUser;
let token: string;
/** The data folder by which programs find the restored table. */
let restoredFolder: string;

/** Creates a user with a connection, and a client. Returns the partitions with their items. */
async function createData(): Promise<string[]> {
  user = await newUser();
  const client = await newClient();
  token = await issueUserToken(user, client);
  await addRemoteConnection(user.user_id, { type: 'polar' });
  const items = [identityKeys.user(user.user_id), identityKeys.email(user.email)];
  return [...items, clientKeys.client(client.client_id)].map(({ pk }) => pk);
}

/** Copies partitions into a new table, as point-in-time recovery copies a whole table. */
async function restoreTable(partitions: readonly string[]): Promise<void> {
  const { TABLE_NAME: TableName } = restoredEnvironment;
  const original = await createTableBeside(TableName);

  for (const pk of partitions) {
    const { Items = [] } = await callDynamoDb<{ Items?: object[] }>(endpoint, 'Query', {
      TableName: original,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
    });
    for (const Item of Items)
      await callDynamoDb(endpoint, 'PutItem', { TableName, Item });
  }
}

/** Adds a mail server. The table of the other tests has none, because all of them would use it. */
async function addMailServer(): Promise<void> {
  vi.stubEnv('TABLE_NAME', restoredEnvironment.TABLE_NAME);
  const stores = { table: table(), getDataKeys: openDataKeys };
  const server = { host: 'smtp.example.com', port: 587, implicit_tls: false };
  const login = { user: 'service', password: 'correct horse' };
  await mailServers.set(stores, { ...server, ...login }, new Date());
  vi.unstubAllEnvs();
}

function checkRestored(...args: string[]): Promise<ProgramResult> {
  return runCommandLine(['restore-check', ...args, '--data', restoredFolder]);
}

beforeAll(async () => {
  await restoreTable(await createData());
  await addMailServer();
  restoredFolder = await newServiceFolder(disposables, restoredEnvironment);
});

describe('a restored table', () => {
  it('passes the check, which counts the items of each kind', async () => {
    const { exitCode, stdout, stderr } = await checkRestored();
    expect([exitCode, stderr]).toEqual([0, '']);
    const [, ...lines] = stdout.split('\n');
    const counts = lines.map((line) => line.split(/ {2,}/)).slice(0, 5);
    expect(counts).toEqual([
      ['APPLICATION', '1'],
      ['CREDENTIALS', '1'],
      ['GRANT', '1'],
      ['PROFILE', '1'],
      ['REMOTE_CONNECTION', '1'],
    ]);
    expect(stdout).toContain('All of these items can be read.');
  });

  it('has the earlier tokens, and stores new items', async () => {
    const { TABLE_NAME } = restoredEnvironment;
    const restored = await startOwnService({
      dynamodbEndpoint: endpoint,
      sharesTable: true,
      environment: { TABLE_NAME },
    });
    disposables.defer(restored.close);
    const call: Send = (method, path, options) =>
      send(restored.urls, method, path, { token, ...options });
    const { status, body } = await call('GET', '/v7.0/user/self/');
    expect([status, body]).toEqual([200, expect.objectContaining({ id: user.user_id })]);
    const json = { _embedded: { device: [watch] } };
    expect((await call('POST', '/v7.1/data_source/', { json })).status).toBe(201);
  });

  it('fails the check if items are missing, or if the service has another key', async () => {
    const { TABLE_NAME: TableName } = restoredEnvironment;
    const { pk, sk } = identityKeys.email(user.email);
    const Key = { pk: { S: pk }, sk: { S: sk } };
    await callDynamoDb(endpoint, 'DeleteItem', { TableName, Key });
    const ENCRYPTION_KEY_FILE = await prepareKeyFile(createTemporaryFolder());
    const withOtherKey = { ...restoredEnvironment, ENCRYPTION_KEY_FILE };
    restoredFolder = await newServiceFolder(disposables, withOtherKey);

    const { exitCode, stderr } = await checkRestored('--sample', '1');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^Error: 3 problems were found:\n {2}user \w+: cannot sign in with the email of the profile\n {2}user \w+: connection \w+ cannot be decrypted \(Error\)\n {2}the password of mail cannot be decrypted \(Error\)\n$/,
    );
  });
});

it('a sample of a restored table is spread evenly', () => {
  const members = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(takeSample(members, 3)).toEqual([0, 3, 6]);
  expect(takeSample(members, 100)).toEqual(members);
  expect(takeSample([], 3)).toEqual([]);
});

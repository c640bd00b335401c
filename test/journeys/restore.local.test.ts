import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnService } from '#kit/own-service.ts';
import { type ProgramResult, runProgram } from '#kit/program.ts';
import { newServiceFolder } from '#kit/service-folder.ts';
import { takeSample } from '#lib/admin/check-table.ts';
import { callDynamoDb } from '#lib/local/engines/dynamodb-api.ts';
import { ensureTable } from '#lib/local/engines/tables.ts';
import type { LocalService } from '#lib/local/service.ts';
import { readStack } from '#lib/local/template/stack.ts';
import { readTables } from '#lib/local/template/storage.ts';
import { templateFile } from '#lib/paths.ts';
import { keys } from '#shared/table/keys.ts';

const owner = new AsyncDisposableStack();
afterAll(() => owner.disposeAsync());

interface AttributeMap {
  pk: { S: string };
  sk: { S: string };
  [name: string]: object;
}

const restoredName = 'Restored';
let service: LocalService;
let endpoint: string;
/** The data folder by which programs find the restored table. */
let restoredFolder: string;

/** Runs a program of `bin/` and returns its standard output. */
async function runToEnd(
  script: string,
  words: readonly string[],
  input = '',
): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(script, words, input);
  if (exitCode !== 0) throw new Error(`${script} ${words.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Creates a user with a connection, and an application with a token of the user. */
async function createData(data: string): Promise<void> {
  const target = ['--json', '--data', data];
  const email = 'ann@example.com';
  await runToEnd('admin.ts', ['user', 'create', email, ...target], 'a long password\n');
  const application = [
    'application',
    'create',
    'Trail Maps',
    '--grant',
    'client_credentials',
  ];
  const created = await runToEnd('admin.ts', [...application, ...target]);
  const { client_id } = JSON.parse(created);
  await runToEnd('admin.ts', ['token', 'grant', client_id, '--user', email, ...target]);
  const connection = ['connection', 'add', email, 'polar', '--remote-id', '7', ...target];
  await runToEnd('admin.ts', connection, 'token\n');
}

/** Copies the table into a new one, as point-in-time recovery does. */
async function restoreTable(): Promise<void> {
  const [definition] = readTables(readStack(templateFile));
  if (!definition) throw new Error('The template has no table.');
  await ensureTable(endpoint, { ...definition, TableName: restoredName });

  const { TableName } = definition;
  const { Items = [] } = await callDynamoDb<{ Items: AttributeMap[] }>(endpoint, 'Scan', {
    TableName,
  });
  for (const Item of Items)
    await callDynamoDb(endpoint, 'PutItem', { TableName: restoredName, Item });
}

function checkRestored(...words: string[]): Promise<ProgramResult> {
  return runProgram('admin.ts', ['restore-check', ...words, '--data', restoredFolder]);
}

beforeAll(async () => {
  service = await startOwnService();
  owner.defer(service.close);
  endpoint = service.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  await createData(await newServiceFolder(owner, service.environment));
  await restoreTable();
  const environment = { ...service.environment, TABLE_NAME: restoredName };
  restoredFolder = await newServiceFolder(owner, environment);
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

  it('serves every part of the service', async () => {
    const restored = await startOwnService({
      dynamodbEndpoint: endpoint,
      environment: { TABLE_NAME: restoredName },
    });
    owner.defer(restored.close);
    const environment = { ...restored.environment, TABLE_NAME: restoredName };
    const folder = await newServiceFolder(owner, environment);
    expect(await runToEnd('smoke.ts', ['--data', folder])).not.toContain('failed');
  });

  it('fails the check if items are missing, or if the key is another one', async () => {
    const { pk, sk } = keys.email('ann@example.com');
    const Key = { pk: { S: pk }, sk: { S: sk } };
    await callDynamoDb(endpoint, 'DeleteItem', { TableName: restoredName, Key });
    const other = await startOwnService();
    owner.defer(other.close);
    const { ENCRYPTION_KEY_FILE = '' } = other.environment;
    const environment = {
      ...service.environment,
      TABLE_NAME: restoredName,
      ENCRYPTION_KEY_FILE,
    };
    restoredFolder = await newServiceFolder(owner, environment);

    const { exitCode, stderr } = await checkRestored('--sample', '1');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^Error: 2 problems were found:\n {2}user \w+: cannot sign in with the email of the profile\n {2}user \w+: connection \w+ cannot be decrypted \(Error\)\n$/,
    );
  });
});

it('takes evenly spread samples', () => {
  const members = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(takeSample(members, 3)).toEqual([0, 3, 6]);
  expect(takeSample(members, 100)).toEqual(members);
  expect(takeSample([], 3)).toEqual([]);
});

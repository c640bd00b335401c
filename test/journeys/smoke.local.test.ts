import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { table } from '#kit/fixtures.ts';
import { type ProgramResult, runProgram } from '#kit/program.ts';
import { newServiceFolder } from '#kit/service-folder.ts';
import { temporaryFolder } from '#kit/temporary-folder.ts';

const owner = new AsyncDisposableStack();
afterAll(() => owner.disposeAsync());

const { urls, environment } = inject('service');

const steps = [
  'create a user and an application',
  'sign in and allow the application',
  'exchange the code for an access token',
  'read the profile of the user',
  'create, read, list and deactivate a data source',
  'upload an image and fetch another size of it',
  'create, read and delete a diary entry',
  'revoke the access token',
  'delete the user and the application',
];

/** Runs the smoke test of a deployed stack, with AWS credentials in the environment. */
async function smokeDeployed(
  outputs: Readonly<Record<string, string>>,
): Promise<ProgramResult> {
  const file = join(temporaryFolder(), 'outputs.json');
  const stack = {
    MainUrl: urls.main,
    AuthUrl: urls.auth,
    DiaryUrl: urls.diary,
    CdnUrl: urls.cdn,
    TableName: environment.TABLE_NAME,
    Region: environment.AWS_REGION,
    ...outputs,
  };
  await writeFile(file, JSON.stringify({ Staging: stack }));
  const {
    AWS_ENDPOINT_URL_DYNAMODB = '',
    AWS_ACCESS_KEY_ID = '',
    AWS_SECRET_ACCESS_KEY = '',
  } = environment;
  return runProgram('smoke.ts', [file], '', {
    AWS_ENDPOINT_URL_DYNAMODB,
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
  });
}

describe('npm run smoke', () => {
  it('tests the local service', async () => {
    const folder = await newServiceFolder(owner);
    const { exitCode, stdout, stderr } = await runProgram('smoke.ts', ['--data', folder]);
    expect(stderr).toBe('');
    expect(stdout).toBe(steps.map((name) => `ok      ${name}\n`).join(''));
    expect(exitCode).toBe(0);
  });

  it('tests the stack of an outputs file', async () => {
    const { exitCode, stderr } = await smokeDeployed({});
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  it('stops at the first failure, shows the response, and cleans up', async () => {
    const { exitCode, stdout, stderr } = await smokeDeployed({ DiaryUrl: urls.main });
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      'failed  create, read and delete a diary entry\nok      delete the',
    );
    expect(stderr).toMatch(
      /^Error: Cannot create, read and delete a diary entry\. Expected status 201, got 404\n/,
    );
    expect(stderr).toContain('\nx-amzn-requestid: ');
    expect(stderr).toContain('not found');
  });

  it('says why a host cannot be reached', async () => {
    const { exitCode, stderr } = await smokeDeployed({ AuthUrl: 'http://127.0.0.1:1' });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^Error: Cannot sign in and allow the application\. fetch failed: /,
    );
  });

  it('leaves no user and no application, even after a failure', async () => {
    const users = await identities.list(table(), { limit: 1000 });
    expect(users.filter(({ username }) => username === 'smoke-test')).toEqual([]);
    const applications = await clients.list(table());
    expect(applications.filter(({ name }) => name === 'Smoke test')).toEqual([]);
  });
});

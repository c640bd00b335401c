import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listAllItems } from '#kit/canaries.ts';
import { restoreEnvironment } from '#kit/process-environment.ts';
import { type ProgramResult, runInProcess } from '#kit/program.ts';
import { newServiceFolder } from '#kit/service-folder.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { runSmoke } from '../smoke/run-smoke.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const folder = createTemporaryFolder(afterAll);
const { urls, environment } = inject('service');

const steps = [
  'create the user EMAIL',
  'create an application',
  'sign in and allow the application',
  'exchange the code for an access token',
  'read the profile of the user',
  'create, read, list and deactivate a data source',
  'upload an image and fetch another size of it',
  'create, read and delete a diary entry',
  'revoke the access token',
  'delete the application',
  'delete the user, the device and the image',
];

/**
 * Writes the outputs of a stack with the resources of the service under test, some of which
 * `outputs` replaces.
 */
async function writeOutputs(outputs: Readonly<Record<string, string>>): Promise<string> {
  const file = join(folder, 'outputs.json');
  const stack = {
    MainUrl: urls.main,
    AuthUrl: urls.auth,
    DiaryUrl: urls.diary,
    McpUrl: urls.mcp,
    CdnUrl: urls.cdn,
    TableName: environment.TABLE_NAME,
    ImageBucketName: environment.FILES_BUCKET_NAME,
    VariantBucketName: environment.VARIANT_BUCKET_NAME,
    Region: environment.AWS_REGION,
    ...outputs,
  };
  await writeFile(file, JSON.stringify({ Staging: stack }));
  return file;
}

/** A run of the program. Its output has `EMAIL` in place of the address of the user. */
interface SmokeRun extends ProgramResult {
  /** The id of the user that the run has created. */
  userId: string;
}

async function runSmokeTest(main: () => Promise<void>): Promise<SmokeRun> {
  const { stdout, ...result } = await runInProcess(main);
  const [email = '', userId = ''] = /smoke-test-(\w+)@example\.com/.exec(stdout) ?? [];
  return { ...result, stdout: stdout.replace(email, 'EMAIL'), userId };
}

async function testLocalService(): Promise<SmokeRun> {
  const serviceFolder = await newServiceFolder(disposables);
  return runSmokeTest(() => {
    // The program finds the stores by the folder alone.
    restoreEnvironment();
    return runSmoke(['--data', serviceFolder]);
  });
}

/** Tests the service under test as a deployed stack, some of whose outputs are replaced. */
async function testStack(outputs: Readonly<Record<string, string>>): Promise<SmokeRun> {
  const file = await writeOutputs(outputs);
  return runSmokeTest(() => runSmoke([file]));
}

describe('npm run smoke', () => {
  let local: SmokeRun;
  let failing: SmokeRun;
  let unreachable: SmokeRun;
  beforeAll(async () => {
    local = await testLocalService();
    failing = await testStack({ DiaryUrl: urls.main });
    unreachable = await testStack({ AuthUrl: 'http://127.0.0.1:1' });
  });

  it('tests the local service', () => {
    const { exitCode, stdout, stderr } = local;
    expect(stderr).toBe('');
    expect(stdout).toBe(steps.map((name) => `ok      ${name}\n`).join(''));
    expect(exitCode).toBe(0);
  });

  it('stops at the first failure in a deployed stack, shows the response, and cleans up', () => {
    const { exitCode, stdout, stderr } = failing;
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

  it('says why a host cannot be reached', () => {
    expect(unreachable.exitCode).toBe(1);
    expect(unreachable.stderr).toMatch(
      /^Error: Cannot sign in and allow the application\. connect ECONNREFUSED 127\.0\.0\.1:1$/m,
    );
  });

  it('leaves nothing but items that expire, even after a failure', async () => {
    const userIds = [local, failing, unreachable].map(({ userId }) => userId);
    expect(userIds).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/.{20}/)),
    );
    const traces = [...userIds, 'Smoke test'];
    const items = await listAllItems();
    const remaining = items.filter((item) => {
      const values = JSON.stringify(item);
      return traces.some((trace) => values.includes(trace));
    });
    expect(remaining.filter(({ ttl }) => ttl === undefined)).toEqual([]);
  });
});

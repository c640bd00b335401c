import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { listAllItems } from '#kit/canaries.ts';
import { restoreEnvironment } from '#kit/process-environment.ts';
import { type ProgramResult, runInProcess } from '#kit/program.ts';
import { newServiceFolder } from '#kit/service-folder.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { runSmoke } from '../smoke/run-smoke.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

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
  const file = join(createTemporaryFolder(), 'outputs.json');
  const stack = {
    MainUrl: urls.main,
    AuthUrl: urls.auth,
    DiaryUrl: urls.diary,
    CdnUrl: urls.cdn,
    TableName: environment.TABLE_NAME,
    ImageBucketName: environment.IMAGE_BUCKET_NAME,
    VariantBucketName: environment.VARIANT_BUCKET_NAME,
    Region: environment.AWS_REGION,
    ...outputs,
  };
  await writeFile(file, JSON.stringify({ Staging: stack }));
  return file;
}

/** The ids of the users that the runs have created. */
const userIds: string[] = [];

/** Replaces the address of the user by `EMAIL` in the output of a run. */
async function hideEmail(run: Promise<ProgramResult>): Promise<ProgramResult> {
  const { stdout, ...result } = await run;
  const [email = '', id = ''] = /smoke-test-(\w+)@example\.com/.exec(stdout) ?? [];
  userIds.push(id);
  return { ...result, stdout: stdout.replace(email, 'EMAIL') };
}

describe('npm run smoke', () => {
  it('tests the local service', async () => {
    const folder = await newServiceFolder(disposables);
    const run = runInProcess(() => {
      // The program finds the stores by the folder alone.
      restoreEnvironment();
      return runSmoke(['--data', folder]);
    });
    const { exitCode, stdout, stderr } = await hideEmail(run);
    expect(stderr).toBe('');
    expect(stdout).toBe(steps.map((name) => `ok      ${name}\n`).join(''));
    expect(exitCode).toBe(0);
  });

  it('stops at the first failure in a deployed stack, shows the response, and cleans up', async () => {
    const file = await writeOutputs({ DiaryUrl: urls.main });
    const { exitCode, stdout, stderr } = await hideEmail(
      runInProcess(() => runSmoke([file])),
    );
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
    const file = await writeOutputs({ AuthUrl: 'http://127.0.0.1:1' });
    const { exitCode, stderr } = await hideEmail(runInProcess(() => runSmoke([file])));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^Error: Cannot sign in and allow the application\. connect ECONNREFUSED 127\.0\.0\.1:1$/m,
    );
  });

  it('leaves nothing but items that expire, even after a failure', async () => {
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

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readArchive } from '#kit/archive.ts';
import { newOperator } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { temporaryFolder } from '#kit/temporary-folder.ts';

it('the operator exports a user with one command, into a file that only they can read (D9)', async () => {
  const owner = new AsyncDisposableStack();
  onTestFinished(() => owner.disposeAsync());
  const service = await startOwnService();
  owner.defer(() => service.close());
  const operator = await newOperator(owner, service.operatorEnvironment);
  const email = 'ann@example.com';
  await operator(['user', 'create', email, '--generate-password']);

  const file = join(temporaryFolder(), 'ann.zip');
  await writeFile(file, 'an earlier export that anybody can read', { mode: 0o644 });
  const exported = await operator(['user', 'export', email, '--file', file, '--json']);
  expect(exported.exitCode, exported.stderr).toBe(0);
  expect(JSON.parse(exported.stdout)).toMatchObject({ files: 14, file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const files = await readArchive(await readFile(file));
  expect(files.get('user.json')?.toString()).toContain(email);

  const printed = await operator(['user', 'export', email, '--json']);
  const { link } = JSON.parse(printed.stdout);
  expect((await fetch(link)).headers.get('content-type')).toBe('application/zip');

  const unknown = await operator(['user', 'export', 'nobody@example.com']);
  expect(unknown.exitCode).toBe(1);
  expect(unknown.stderr).toContain('User nobody@example.com could not be found.');
});

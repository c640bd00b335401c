import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCommandLine } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { send } from '#kit/send.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';

interface Keys {
  keys: { kid: string }[];
}

const data = join(createTemporaryFolder(afterAll), 'data');
const { urls, close } = await startOwnService({ data });
afterAll(close);

async function listPublished(): Promise<string[]> {
  const { body } = await send<Keys>(urls, 'GET', '/.well-known/jwks.json');
  return body.keys.map(({ kid }) => kid);
}

const rotate = (...options: string[]) =>
  runCommandLine(['signing-key', 'rotate', '--json', '--data', data, ...options]);

it('an operator rotates the keys of id_tokens while the service runs', async () => {
  const [first] = await listPublished();
  const { exitCode, stdout } = await rotate();
  const listed: { kid: string }[] = JSON.parse(stdout);
  const [, second] = listed.map(({ kid }) => kid);
  expect(exitCode).toBe(0);
  expect(await listPublished()).toEqual([first, second]);

  const tooEarly = await rotate();
  expect(tooEarly.exitCode).toBe(1);
  expect(tooEarly.stderr).toContain('was published for a day');
  expect((await rotate('--now')).exitCode).toBe(0);
  const published = await listPublished();
  expect(published).toHaveLength(1);
  expect([first, second]).not.toContain(published[0]);

  const deployed = await runCommandLine(['signing-key', 'rotate', '--table', 'Other']);
  expect(deployed.exitCode).toBe(2);
  expect(deployed.stderr).toContain('the setting signingKeys');
});

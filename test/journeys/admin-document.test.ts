import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newUser } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
const admin = await newOperator(disposables);
const folder = createTemporaryFolder(afterAll);

/** Runs a command, and returns its JSON output. */
async function run(...args: string[]) {
  const { exitCode, stdout, stderr } = await admin(['application', ...args, '--json']);
  return { exitCode, stderr, output: exitCode === 0 ? JSON.parse(stdout) : undefined };
}

it('pins, lists and unpins an application that a document describes', async () => {
  const url = `https://${randomUUID()}.example/client.json`;
  const file = join(folder, 'client.json');
  const document = { client_id: url, client_name: 'Coach', redirect_uris: [url] };
  await writeFile(file, JSON.stringify(document));
  const pinned = await run('pin', url, '--file', file);
  expect(pinned.output).toMatchObject({
    client_id: url,
    name: 'Coach',
    public: true,
    pinned_datetime: expect.any(String),
    scopes: ['diary.read', 'diary.write', 'connections.read', 'connections.write'],
  });
  expect((await run('list', '--documents')).output).toContainEqual(pinned.output);
  const unpinned = await run('unpin', url);
  expect(unpinned.output.pinned_datetime).toBeNull();
  expect((await run('unpin', url)).exitCode).not.toBe(0);
});

it('grants tokens of such an application for the MCP endpoint only, and only to a person', async () => {
  const url = `https://${randomUUID()}.example/client.json`;
  const file = join(folder, 'granted.json');
  await writeFile(file, JSON.stringify({ client_id: url, redirect_uris: [url] }));
  await run('pin', url, '--file', file);
  const user = await newUser();
  const grant = (...args: string[]) => admin(['token', 'grant', url, ...args, '--json']);
  const { access_token, scope } = JSON.parse((await grant('--user', user.email)).stdout);
  expect(scope).toBe('diary.read connections.read');
  const token: string = access_token;
  expect((await call('GET', '/v7.1/user/self/', { token })).status).toBe(401);
  expect((await call('POST', '/', { host: 'mcp', token })).status).not.toBe(401);
  expect((await grant('--application')).stderr).toContain('specify --user');
});

it('keeps the limits of such an application, and that it is disabled, when it is pinned again', async () => {
  const url = `https://${randomUUID()}.example/client.json`;
  const file = join(folder, 'limited.json');
  await writeFile(file, JSON.stringify({ client_id: url, redirect_uris: [url] }));
  await run('pin', url, '--file', file);
  expect((await run('limit', url, '--person-15min', '1777')).exitCode).toBe(0);
  expect((await run('disable', url)).exitCode).toBe(0);
  const { output } = await run('pin', url, '--file', file);
  expect(output.disabled_datetime).toEqual(expect.any(String));
  expect(JSON.stringify((await run('limit', url)).output)).toContain('1777');
  expect((await run('enable', url)).output.disabled_datetime).toBeNull();
});

it('refuses a URL and a document that cannot be used', async () => {
  const file = join(folder, 'other.json');
  await writeFile(file, '{}');
  for (const url of ['http://agent.example/a', 'https://agent.example/a'])
    expect((await run('pin', url, '--file', file)).exitCode).not.toBe(0);
});

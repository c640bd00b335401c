import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { newClient } from '#kit/fixtures.ts';
import { archiveClientPackage, buildClientPackage } from '#lib/build/client-package.ts';
import { root } from '#lib/paths.ts';
import { createWebhookSecret, signWebhook } from '#shared/outgoing/sign-webhook.ts';

const { urls } = inject('service');

/** A registry that nothing serves. */
const nowhere = 'http://127.0.0.1:9';

/** The report of `npm publish` about a package. */
interface Published {
  files: { path: string }[];
}

beforeAll(buildClientPackage);

describe('the built package of the typed client', () => {
  it('has declarations, which compile without the types of Node', () => {
    expect(existsSync(join(root, 'client/dist/types/exports.d.ts'))).toBe(true);
  });

  it('can be published with its code, its types, manual and license, and nothing else', async () => {
    // A dry run sends nothing, so it needs no registry.
    const registry = ['--registry', nowhere, '--fetch-retries', '0'];
    const options = ['--dry-run', '--ignore-scripts', '--json', ...registry];
    const cwd = join(root, 'client');
    const publish = promisify(execFile)('npm', ['publish', ...options], { cwd });
    const { stdout, stderr } = await publish;
    expect(stderr).not.toContain('auto-corrected');
    const published: Record<string, Published> = JSON.parse(stdout);
    const names = published['fitness-data-client']?.files.map(({ path }) => path) ?? [];
    expect(names).toContain('dist/fitness-data-client.js');
    const others = names.filter((name) => !/^dist\/types\/.+\.d\.ts$/.test(name));
    expect(others.sort()).toEqual([
      'LICENSE',
      'MANUAL.md',
      'README.md',
      'dist/fitness-data-client.js',
      'package.json',
    ]);
  });

  it('is the same archive from the same sources, so that a lock file knows it', async () => {
    const [one, other] = [await archiveClientPackage(), await archiveClientPackage()];
    expect(one.equals(other)).toBe(true);
  });

  it('has no long line, which Node prints with an error that nobody catches', async () => {
    const code = await readFile(join(root, 'client/dist/fitness-data-client.js'), 'utf8');
    const lengths = code.split('\n').map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThan(2000);
  });

  it('runs the server example with client credentials', async () => {
    const { client_id, client_secret } = await newClient();
    const env = {
      BASE_URL: urls.main,
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
    };
    const example = join(root, 'examples/server/read-types.js');
    const { stdout } = await promisify(execFile)(process.execPath, [example], { env });
    expect(stdout).toMatch(/^Activity types:\n {2}.+ METs\)\n/);
    expect(stdout).toContain('Remote connection types:\n  ');
  });

  it('runs the example of a receiver, which answers a challenge and takes each event once', async () => {
    const secret = createWebhookSecret();
    const env = { WEBHOOK_SECRET: secret, PORT: '0' };
    const example = join(root, 'examples/server/receive-webhooks.js');
    const child = spawn(process.execPath, [example], { env });
    onTestFinished(() => void child.kill());
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const [url = ''] = /http:.+/.exec((await lines.next()).value ?? '') ?? [];

    /** Sends a body, and returns the status and the body of the response. */
    async function post(content: object, key = secret): Promise<[number, string]> {
      const body = JSON.stringify(content);
      const headers = signWebhook('evt_1', new Date(), body, [key]);
      const response = await fetch(url, { method: 'POST', headers, body });
      return [response.status, await response.text()];
    }
    const data = { challenge: 'random' };
    const challenge = { type: 'webhook.challenge', data };
    const challenged = JSON.stringify(data);
    expect(await post(challenge, createWebhookSecret())).toEqual([200, challenged]);
    const event = { type: 'diary_entry.created', data: {} };
    expect(await post(event, createWebhookSecret())).toEqual([400, '']);
    expect(await post(event)).toEqual([204, '']);
    expect(await post(event)).toEqual([204, '']);
    child.kill();
    expect(await Array.fromAsync(lines)).toEqual([JSON.stringify(event)]);
  });

  it('runs the receiver of the guide, which answers a challenge', async () => {
    const guide = await readFile(join(root, 'docs/guides/webhooks.md'), 'utf8');
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
    const anyPort = `.listen(0, function () { console.log(this.address().port); });`;
    const source = code.replace('.listen(8787);', anyPort);
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
    onTestFinished(() => void child.kill());
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { value: port } = await lines.next();
    const data = { challenge: 'random' };
    const body = JSON.stringify({ type: 'webhook.challenge', data });
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
    expect(await response.json()).toEqual(data);
  });
});

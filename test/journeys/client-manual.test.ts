import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newClient } from '#kit/fixtures.ts';
import { fetchImage, tinyImage } from '#kit/images.ts';
import { newOperator } from '#kit/operator.ts';
import { decideSignIn, newTokenStorage } from '#kit/typed-client.ts';
import { getWebhookReceiver } from '#kit/webhook-receiver.ts';
import { root } from '#lib/paths.ts';
import { createWebhookSecret, signWebhook } from '#shared/outgoing/sign-webhook.ts';
import * as clientPackage from '../../client/exports.ts';

/** The variables of a sample by name. */
type Scope = Readonly<Record<string, unknown>>;

const { urls } = inject('service');
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const file = await readFile(join(root, 'client/MANUAL.md'), 'utf8');
const manual = file
  .replace('http://127.0.0.1:3000', urls.main)
  .replace('http://127.0.0.1:3001', urls.auth)
  .replace('http://127.0.0.1:3002', urls.diary);
const packageImport = /^import \{ (?<names>[\w, ]+) \} from 'fitness-data-client';$/gm;

/** Returns the text below a heading of the second level. */
function getSection(heading: string): string {
  const [, section = ''] = manual.split(`\n## ${heading}\n`);
  return section.split('\n## ')[0] ?? '';
}

/** Lists the blocks of JavaScript in a section. */
function listSamples(heading: string): string[] {
  const blocks = getSection(heading).matchAll(/^```js\n(?<code>.*?)^```/gms);
  return [...blocks].map(({ groups }) => groups?.code ?? '');
}

/** Runs a sample with these variables. Returns what it prints, and the final value of `result`. */
async function runSample(code: string, variables: Scope, result = 'undefined') {
  const printed: unknown[][] = [];
  const console = { log: (...values: unknown[]) => printed.push(values) };
  const scope: Scope = { ...clientPackage, console, ...variables };
  const statements = code.replaceAll(packageImport, '');
  const body = `return (async () => { ${statements}\nreturn ${result}; })()`;
  const run = compileFunction(body, Object.keys(scope));
  return { result: await run(...Object.values(scope)), printed };
}

/** Registers the application as the manual says, and returns its id. */
async function registerApplication(): Promise<string> {
  const [, name = '', options = ''] =
    /application create "(.+)" (.+)$/m.exec(getSection('A browser app')) ?? [];
  const admin = await newOperator(disposables);
  const args = ['application', 'create', name, ...options.split(' '), '--json'];
  return JSON.parse((await admin(args)).stdout).client_id;
}

/** Signs a new user in as the section about browser apps does. */
async function signIn(): Promise<clientPackage.FitnessDataClient> {
  const [start = '', complete = ''] = listSamples('A browser app');
  const code = start.replace("'...'", `'${await registerApplication()}'`);
  const location = {
    href: '',
    assign(url: string) {
      this.href = url;
    },
  };
  const scope = { location, localStorage: newTokenStorage() };
  const { result: client } = await runSample(code, scope, 'client');
  location.href = await decideSignIn(location.href);
  await runSample(complete, { location, client });
  return client;
}

describe('the samples in the manual of the typed client', () => {
  let client: clientPackage.FitnessDataClient;

  beforeAll(async () => {
    client = await signIn();
  });

  it('import only what the package exports', () => {
    const imports = [...manual.matchAll(packageImport)];
    const names = imports.flatMap(({ groups }) => groups?.names?.split(', ') ?? []);
    expect(names).toContain('createFitnessDataClient');
    expect(names.filter((name) => !(name in clientPackage))).toEqual([]);
  });

  it('sign a browser app in', async () => {
    expect(await client.auth.findTokens()).toHaveProperty('access_token');
  });

  it('let a server read reference data and register a webhook', async () => {
    const [code = '', withWebhook = '', withTokens = ''] = listSamples('A server');
    const { client_id: clientId, client_secret: clientSecret } = await newClient();
    const application = { addresses: urls, clientId, clientSecret };
    const { printed, result: server } = await runSample(code, application, 'client');
    expect(printed.flat()).toContain('Run');

    const url = (await getWebhookReceiver()).newUrl();
    const ofReceiver = withWebhook.replace('https://app.example/events', url);
    const registered = await runSample(ofReceiver, { client: server });
    expect(registered.printed).toEqual([
      [expect.stringMatching(/^whsec_/)],
      [url, 'active'],
    ]);

    const tokens = await client.auth.findTokens();
    const variables = {
      addresses: urls,
      clientId: 'any',
      clientSecret: 'any',
      ...tokens,
    };
    const sources = await runSample(withTokens, variables);
    expect(sources.printed).toMatchObject([[{ total_count: 0 }]]);
  });

  it('create, rename and list data sources', async () => {
    const [change = '', query = '', list = ''] = listSamples('Requests');
    const { result } = await runSample(change, { client }, 'total_count');
    expect(result).toBe(0);
    expect((await runSample(query, { client })).printed).toEqual([[1]]);
    expect((await runSample(list, { client })).printed).toEqual([['My old watch']]);
  });

  it('upload an image and fetch it in another size', async () => {
    const [code = ''] = listSamples('Images');
    const variables = { client, file: new Blob([tinyImage]) };
    const { result: url } = await runSample(code, variables, 'url');
    expect((await fetchImage(url)).status).toBe(200);
  });

  it('write and read the diary', async () => {
    const [code = ''] = listSamples('Diary');
    const { printed } = await runSample(code, { client });
    // The sample writes an entry of today, and prints the number of entries of each day of a week.
    expect(printed.map(([, count]) => count)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  it('verify what a webhook gets', async () => {
    const [code = ''] = listSamples('Webhooks');
    const secret = createWebhookSecret();
    const user_id = '01k9wq3d5g';
    const body = JSON.stringify({ type: 'user.erased', data: { user_id } });
    const headers = signWebhook('evt_1', new Date(), body, [secret]);
    const variables = { request: { headers }, body, secret };
    expect((await runSample(code, variables)).printed).toEqual([[user_id]]);
  });

  it('show the messages of an error by field', async () => {
    const [code = ''] = listSamples('Errors');
    const shown: unknown[] = [];
    const showProblems = (fields: unknown) => shown.push(fields);
    const device = { manufacturer: 'Garmin', model: 'FR-935' };
    const body = { name: 'x'.repeat(256), _embedded: { device: [device] } };
    await runSample(code, { client, body, showProblems });
    const [, sample = ''] = /showProblems\(error.fields\); \/\/ (.*)$/m.exec(code) ?? [];
    const { result: expected } = await runSample('', {}, `(${sample})`);
    expect(shown).toEqual([expected]);
  });
});

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { call } from '#kit/call.ts';
import { createTableBeside } from '#kit/create-table.ts';
import { issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { tinyImage, uploadImage } from '#kit/images.ts';
import { runInProcess } from '#kit/program.ts';
import type { Send } from '#kit/send.ts';
import { newServiceFolder } from '#kit/service-folder.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { buildReference } from '#lib/docs/reference/reference.ts';
import { discoverDefinitions, listFunctionIds } from '#lib/endpoints.ts';
import { requireRunningService } from '#lib/local/host/pid-file.ts';
import { readStack } from '#lib/local/template/stack.ts';
import { toPascalCase } from '#lib/pascal-case.ts';
import { bundlesFolder, root, templateFile } from '#lib/paths.ts';
import { runSam } from '#lib/sam/command.ts';
import { buildEvent, type FunctionEvent } from '#lib/sam/events/event.ts';
import type { EventContext } from '#lib/sam/events/proxy-event.ts';
import type { FunctionVariables } from '#lib/sam/variables.ts';
import type { ChildResult, Invocation } from './sam-child.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

await requireService();
const definitions = await discoverDefinitions();
const ids = listFunctionIds(definitions);

async function newEventContext(): Promise<EventContext> {
  const user = await newUser();
  const { client_id, client_secret } = await newClient();
  return {
    definitions,
    reference: buildReference(definitions.endpoints),
    stack: readStack(templateFile),
    caller: { user_id: user.user_id, client_id: 'example' },
    token: await issueUserToken(user),
    params: {},
    application: { client_id, client_secret },
  };
}

/**
 * Prints the variables as the documentation says, but for processes on this machine, where each
 * store has an address of its own.
 */
async function printVariables(): Promise<FunctionVariables> {
  const folder = await newServiceFolder(disposables);
  const args = ['env', '--data', folder];
  const { stdout, stderr } = await runInProcess(() => runSam(args));
  expect(stderr).toBe('');
  const { environment } = await requireRunningService(folder, 'start one');
  const isAddress = ([name]: [string, string]) => name.startsWith('AWS_ENDPOINT_URL');
  const addresses = Object.fromEntries(Object.entries(environment).filter(isAddress));
  const functions = Object.entries<FunctionVariables[string]>(JSON.parse(stdout));
  return Object.fromEntries(
    functions.map(([id, variables]) => [id, { ...variables, ...addresses }]),
  );
}

/** Builds the event of a request for an image that exists. */
async function buildRenderEvent(context: EventContext): Promise<FunctionEvent> {
  const send: Send = (method, path, options) =>
    call(method, path, { token: context.token, ...options });
  const { body } = await uploadImage(send, tinyImage);
  const event = await buildEvent('cdn/image-render', context);
  return { ...event, rawPath: new URL(body.uri).pathname };
}

/** The statuses of invoked functions of every host. */
const statuses: Readonly<Record<string, number>> = {
  'account/overview': 303,
  'auth/sign-in': 200,
  'auth/token': 200,
  'cdn/icon': 200,
  'cdn/image-render': 200,
  'diary/entry/create': 201,
  'main/fallback': 404,
  'main/activity-type/list': 200,
  'main/data-source/create': 201,
  'main/data-source/list': 200,
  'main/image/create': 201,
  'main/user/read': 200,
};

const scheduledId = 'connections/sync/start';
const emptyTable = 'Empty';
/** The scheduled function has an empty table, because it would process what other tests added. */
const overrides: FunctionVariables = { [scheduledId]: { TABLE_NAME: emptyTable } };
/** The invoked functions that respond to no HTTP request: one of each trigger. */
const triggered = ['auth/authorizer', 'connections/revocation', scheduledId];
const invokedIds = [...Object.keys(statuses), ...triggered];

/** Builds an event for each function, and prepares the invocation of some. */
async function prepareInvocations(
  variables: FunctionVariables,
  context: EventContext,
): Promise<Invocation[]> {
  const renderEvent = await buildRenderEvent(context);
  await createTableBeside(emptyTable);
  const invocations = ids.map(async (id) => ({
    id,
    bundle: join(bundlesFolder, id, 'index.js'),
    variables: { ...variables[toPascalCase(id)], ...overrides[id] },
    event: id === 'cdn/image-render' ? renderEvent : await buildEvent(id, context),
    invokes: invokedIds.includes(id),
  }));
  return Promise.all(invocations);
}

/** Loads functions in a new process without other variables, and invokes some of them. */
async function invokeInNewProcess(
  invocations: readonly Invocation[],
): Promise<ChildResult[]> {
  const limits = ['--require', join(root, 'test/kit/longer-time-limits.cjs')];
  const args = [...limits, join(import.meta.dirname, 'sam-child.ts')];
  const child = spawn(process.execPath, args, {
    env: {},
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(invocations));
  return JSON.parse(await text(child.stdout));
}

let context: EventContext;
let results: ReadonlyMap<string, ChildResult>;

beforeAll(async () => {
  const variables = await printVariables();
  context = await newEventContext();
  const invoked = await invokeInNewProcess(await prepareInvocations(variables, context));
  results = new Map(invoked.map((result) => [result.id, result]));
});

describe('the events and variables for sam local', () => {
  it.each(ids)('let %s load in a process of its own', (id) => {
    expect(results.has(id)).toBe(true);
    expect(results.get(id)?.error).toBeUndefined();
  });

  it.each(Object.entries(statuses))('let %s return %i', (id, statusCode) => {
    expect(results.get(id)?.returned).toMatchObject({ statusCode });
  });

  it('cannot be built for an unknown function, with an error that lists all functions', async () => {
    await expect(buildEvent('main/user/list', context)).rejects.toThrow(
      /^There is no function main\/user\/list\. .*\n {2}account\/applications\n/,
    );
  });

  it('let the authorizer allow a token', () => {
    const { policyDocument } = results.get('auth/authorizer')?.returned ?? {};
    expect(policyDocument).toMatchObject({ Statement: [{ Effect: 'Allow' }] });
  });

  it('let a scheduled function run to its end', () => {
    expect(results.get(scheduledId)).toEqual({ id: scheduledId, returned: null });
  });

  it('let the queue consumer process a message', () => {
    const { returned } = results.get('connections/revocation') ?? {};
    expect(returned).toEqual({ batchItemFailures: [] });
  });
});

describe('npm run sam', () => {
  it('prints the event of a request to an endpoint', async () => {
    const args = ['event', 'main/user/read', '--user', 'ann', '--param', 'id=ann'];
    const { stdout } = await runInProcess(() => runSam(args));
    expect(JSON.parse(stdout)).toMatchObject({
      httpMethod: 'GET',
      path: '/v7.1/user/ann/',
      pathParameters: { version: 'v7.1', id: 'ann' },
      requestContext: { authorizer: { sub: 'ann', token_use: 'user' } },
    });
  });

  it('prints a token request of the demonstration application', async () => {
    const folder = createTemporaryFolder();
    const demonstration = { client_id: 'demo', client_secret: 'fit_cs_demo' };
    writeFileSync(join(folder, 'demonstration.json'), JSON.stringify(demonstration));
    const { stdout } = await runInProcess(() =>
      runSam(['event', 'auth/token', '--data', folder]),
    );
    const form = new URLSearchParams(JSON.parse(stdout).body);
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'client_credentials',
      ...demonstration,
    });
  });

  it('writes a file instead of printing it', async () => {
    const file = join(createTemporaryFolder(), 'event.json');
    const args = ['event', 'main/user/read', '--file', file];
    const { stdout } = await runInProcess(() => runSam(args));
    expect(stdout).toBe('');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ httpMethod: 'GET' });
  });

  it('fails if no local service is running, and writes no file', async () => {
    const folder = createTemporaryFolder();
    const args = ['env', '--data', '/nowhere', '--file', join(folder, 'env.json')];
    const { exitCode, stderr } = await runInProcess(() => runSam(args));
    expect([exitCode, readdirSync(folder)]).toEqual([1, []]);
    expect(stderr).toBe(
      'Error: No local service is running with the data folder /nowhere. ' +
        'Start it with npm start, or use sam env --outputs FILE for a deployed stack.\n',
    );
  });
});

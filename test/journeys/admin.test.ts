import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { runProgram } from '#kit/program.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { newId } from '#shared/runtime/ids.ts';

const { urls, environment } = inject('service');
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
const admin = await newOperator(disposables);
const folder = createTemporaryFolder(afterAll);

/** Runs a command that succeeds and returns its JSON output. */
async function readJson<Body = Record<string, string>>(
  args: string[],
  input?: string,
): Promise<Body> {
  const { exitCode, stdout, stderr } = await admin([...args, '--json'], input);
  expect([exitCode, stderr.replace(auditLine, '')]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** The audit event of a command that changed something. */
const auditLine =
  /^\{"level":"info","event":"\w+"(,"client_id":"\w+")?,"operator":"[^"]+"(,"user_hash":"\w{20}")?,"timestamp":"[^"]+"\}\n$/;

/** Returns an id that sorts before all that are created from now on. */
const newEarlierId = () => newId(new Date(Date.now() - 1));
const newEmail = () => `${newId(new Date())}@example.com`;
const getStatusWith = async (token: string | undefined) =>
  (await call('GET', '/v7.1/data_source/', { token })).status;

describe('an operator', () => {
  it.concurrent('creates a user and an application, and the user can authorize it', async () => {
    const email = newEmail();
    const redirect_uri = 'https://trails.example/callback';
    const [user, application] = await Promise.all([
      readJson([
        'user',
        'create',
        email,
        '--display-name',
        'Ann Lee',
        '--generate-password',
      ]),
      readJson(['application', 'create', 'Trail Maps', '--redirect-uri', redirect_uri]),
    ]);
    expect(user).toMatchObject({
      email,
      display_name: 'Ann Lee',
      disabled_datetime: null,
    });
    const { client_id = '', client_secret = '' } = application;
    const browser = newTestBrowser(call, urls.auth);
    const query = new URLSearchParams({ client_id, redirect_uri, response_type: 'code' });
    await browser.open(`${urls.auth}/v7.1/oauth2/authorize/?${query}`);
    await browser.submit({ email, password: user.password ?? '' });
    await browser.submit({ decision: 'allow' });
    const code = browser.getDestination().searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', client_id, client_secret, code };
    const { status, body } = await call('POST', '/v7.1/oauth2/access_token/', { form });
    expect([status, body]).toEqual([200, expect.objectContaining({ user_id: user.id })]);
  });

  it.concurrent('registers an application with scopes, and grants no others', async () => {
    const user = await newUser();
    const application = await readJson([
      'application',
      'create',
      'Food log',
      '--redirect-uri',
      'https://food.example/callback',
      '--scopes',
      'diary.write,profile.read',
    ]);
    expect(application.scopes).toEqual(['profile.read', 'diary.write']);

    const grant = ['token', 'grant', application.client_id ?? '', '--user', user.email];
    expect((await readJson(grant)).scope).toBe('profile.read diary.write');
    expect((await readJson([...grant, '--scope', 'diary.read'])).scope).toBe(
      'diary.read',
    );
    const wider = await admin([...grant, '--scope', 'read']);
    expect(wider.stderr).toContain('this client may request only the scope');
    const unknown = await admin([...grant, '--scope', 'diary']);
    expect(unknown.stderr).toContain('Allowed choices are read, profile.read');
  });

  it.concurrent('registers a public application, which has no secret', async () => {
    const create = ['application', 'create', 'Ride viewer', '--public', '--redirect-uri'];
    const application = await readJson([...create, 'com.example.ride:/callback']);
    expect(application).toMatchObject({
      public: true,
      pkce_required: true,
      live_secrets: 0,
    });
    expect(application).not.toHaveProperty('client_secret');

    const rotation = await admin([
      'application',
      'rotate-secret',
      application.client_id ?? '',
    ]);
    expect(rotation.stderr).toContain('is public and has no secret');
    const http = await admin([...create, 'http://ride.example/callback']);
    expect(http.stderr).toContain('must use https');
  });

  it.concurrent('grants tokens for a user, and for an application itself', async () => {
    const [user, application] = await Promise.all([newUser(), newClient()]);
    const grant = (...args: string[]) =>
      readJson(['token', 'grant', application.client_id, ...args]);
    const [userGrant, applicationGrant] = await Promise.all([
      grant('--user', user.email),
      grant('--application'),
    ]);
    expect(userGrant).toMatchObject({
      user_id: user.user_id,
      token_use: 'user',
      scope: 'read',
    });
    expect(await getStatusWith(userGrant.access_token)).toBe(200);
    expect(await getStatusWith(applicationGrant.access_token)).toBe(403);
    const unsetVariable = ['token', 'grant', application.client_id, '--user', ''];
    expect((await admin(unsetVariable)).exitCode).toBe(1);
  });

  it.concurrent('writes an audit event without secrets', async () => {
    const { client_id } = await newClient();
    const { stdout, stderr } = await admin([
      'application',
      'rotate-secret',
      client_id,
      '--json',
    ]);
    expect(JSON.parse(stderr)).toEqual({
      level: 'info',
      event: 'client_secret_rotated',
      operator: expect.any(String),
      timestamp: expect.stringMatching(/Z$/),
      client_id,
    });
    expect(stderr).not.toContain(JSON.parse(stdout).client_secret);
  });

  it.concurrent('disables an application and a user, and revokes their tokens', async () => {
    const [application, user, other] = await Promise.all([
      newClient(),
      newUser(),
      newUser(),
    ]);
    const tokens = await Promise.all([
      issueUserToken(other, application),
      issueUserToken(user),
    ]);
    const disabled = await Promise.all([
      admin(['application', 'disable', application.client_id]),
      admin(['user', 'disable', user.email, '--yes']),
    ]);
    for (const { exitCode, stdout } of disabled)
      expect([exitCode, stdout]).toEqual([
        0,
        expect.stringContaining('up to 60 more seconds'),
      ]);
    expect(await Promise.all(tokens.map(getStatusWith))).toEqual([401, 401]);
    const failed = await Promise.all([
      admin(['token', 'grant', application.client_id, '--user', other.email]),
      admin(['application', 'rotate-secret', application.client_id]),
    ]);
    for (const result of failed) {
      expect(result.exitCode).toBe(1);
      expect(result.stderr).toMatch(/^Error:\n {2}application {2}is disabled.*\n$/);
    }
  });

  it.concurrent('sets a piped password, and revokes the tokens of the user', async () => {
    const user = await newUser();
    const token = await issueUserToken(user);
    const { exitCode, stdout } = await admin(
      ['user', 'password', user.email],
      'another password\n',
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain(user.user_id);
    expect(stdout).not.toContain('another password');
    expect(await getStatusWith(token)).toBe(401);
  });

  it.concurrent('lists users and applications without secrets and digests', async () => {
    const earlier = newEarlierId();
    const [user, application] = await Promise.all([newUser(), newClient()]);
    const [users, applications] = await Promise.all([
      admin(['user', 'list', '--limit', '1000', '--after', earlier]),
      readJson<Record<string, string>[]>(['application', 'list']),
    ]);
    const [heading = '', ...rows] = users.stdout.split('\n');
    expect(heading).toMatch(/^ID +EMAIL +USERNAME +DISPLAY NAME +DATE JOINED +DISABLED$/);
    const row = rows.find((line) => line.startsWith(user.user_id)) ?? '';
    expect(row.indexOf(user.email)).toBe(heading.indexOf('EMAIL'));
    const listed = applications.find(
      ({ client_id }) => client_id === application.client_id,
    );
    expect(listed).toMatchObject({
      live_secrets: 1,
      redirect_uris: [application.redirect_uri],
    });
    expect(Object.keys(listed ?? {}).join()).not.toMatch(/digest|client_secret/);
  });
});

describe('a deployed stack', () => {
  it.concurrent('is found by its outputs', async () => {
    const { TABLE_NAME = '', AWS_REGION = '' } = environment;
    const email = newEmail();
    const earlier = newEarlierId();
    await readJson(['user', 'create', email, '--generate-password']);
    const outputs = join(folder, 'outputs.json');
    const staging = { MainUrl: urls.main, TableName: TABLE_NAME, Region: AWS_REGION };
    await writeFile(outputs, JSON.stringify({ 'FitnessData-staging': staging }));

    const { TABLE_NAME: _, AWS_REGION: __, ...shell } = environment;
    const target = ['--limit', '1000', '--outputs', outputs];
    const args = ['user', 'list', '--json', '--after', earlier, ...target];
    const { stdout, stderr } = await runProgram('admin.ts', args, '', shell);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ email }));
  });
});

describe('a command line', () => {
  it.concurrent('may begin with options', async () => {
    const { exitCode, stdout } = await admin(['--json', 'user', 'list']);
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.any(Array)]);
  });

  it.concurrent('may repeat an option before an argument', async () => {
    const created = await readJson<{ grant_types: string[] }>([
      'application',
      'create',
      '--grant',
      'client_credentials',
      '--grant',
      'refresh_token',
      'Nightly report',
    ]);
    expect(created.grant_types).toEqual(['client_credentials', 'refresh_token']);
  });
});

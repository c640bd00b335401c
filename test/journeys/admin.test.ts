import { tmpdir } from 'node:os';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newApplication, newUser, tokenOf } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { type Outcome, runProgram } from '#kit/program.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newVisitor } from './visitor.ts';

const { urls } = inject('service');
const owner = new AsyncDisposableStack();
afterAll(() => owner.disposeAsync());
const admin = await newOperator(owner);

/** What a command answered to a machine. */
async function answerOf<Body = Record<string, string>>(
  words: string[],
  input?: string,
): Promise<Body> {
  const { exitCode, stdout, stderr } = await admin([...words, '--json'], input);
  expect([exitCode, stderr.replace(auditLine, '')]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** What the command notes for an operator's records, if it changes anything. */
const auditLine =
  /^\{"level":"info","event":"\w+","time":"[^"]+"(,"client_id":"\w+")?(,"user_id":"[\w-]+")?\}\n$/;

const said = ({ exitCode, stderr }: Outcome) => [exitCode, stderr.trim().split('\n')];
const newEmail = () => `${newId(new Date())}@example.com`;
const statusWith = async (token: string | undefined) =>
  (await call('GET', '/v7.1/data_source/', { token })).status;

describe('an operator', () => {
  it.concurrent('makes a user and an application, and the one can authorize the other', async () => {
    const email = newEmail();
    const redirect_uri = 'https://trails.example/callback';
    const [user, application] = await Promise.all([
      answerOf(['user', 'create', email, '--display-name', 'Ann Lee', '--generate-password']),
      answerOf(['application', 'create', 'Trail Maps', '--redirect-uri', redirect_uri]),
    ]);
    expect(user).toMatchObject({ email, display_name: 'Ann Lee', disabled_datetime: null });
    const { client_id = '', client_secret = '' } = application;
    const visitor = newVisitor(call, urls.auth);
    const query = new URLSearchParams({ client_id, redirect_uri, response_type: 'code' });
    await visitor.open(`${urls.auth}/v7.1/oauth2/authorize/?${query}`);
    await visitor.submit({ email, password: user.password ?? '' });
    await visitor.submit({ decision: 'allow' });
    const code = visitor.leftFor().searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', client_id, client_secret, code };
    const { status, body } = await call('POST', '/v7.1/oauth2/access_token/', { form });
    expect([status, body]).toEqual([200, expect.objectContaining({ user_id: user.id })]);
  });

  it.concurrent('grants tokens of a person, and of an application for itself', async () => {
    const [user, application] = await Promise.all([newUser(), newApplication()]);
    const grant = (...words: string[]) =>
      answerOf(['token', 'grant', application.client_id, ...words]);
    const [ofUser, ofApplication] = await Promise.all([
      grant('--user', user.email),
      grant('--application'),
    ]);
    expect(ofUser).toMatchObject({ user_id: user.user_id, token_use: 'user', scope: 'read' });
    expect(await statusWith(ofUser.access_token)).toBe(200);
    expect(await statusWith(ofApplication.access_token)).toBe(403);
  });

  it.concurrent('notes what it changes, and no secret of it (A19)', async () => {
    const { client_id } = await newApplication();
    const { stdout, stderr } = await admin(['application', 'rotate-secret', client_id, '--json']);
    expect(JSON.parse(stderr)).toEqual({
      level: 'info',
      event: 'secret_rotated',
      time: expect.stringMatching(/Z$/),
      client_id,
    });
    expect(stderr).not.toContain(JSON.parse(stdout).client_secret);
  });

  it.concurrent('replaces a secret, and both are good for a day', async () => {
    const { client_id, client_secret } = await newApplication();
    const rotated = await answerOf(['application', 'rotate-secret', client_id]);
    expect(rotated.live_secrets).toBe(2);
    for (const secret of [client_secret, rotated.client_secret ?? '']) {
      const form = { grant_type: 'client_credentials', client_id, client_secret: secret };
      expect((await call('POST', '/v7.1/oauth2/access_token/', { form })).status).toBe(200);
    }
  });

  it.concurrent('disables an application and a person, and their tokens end', async () => {
    const [application, user, other] = await Promise.all([newApplication(), newUser(), newUser()]);
    const [ofApplication, ofUser] = await Promise.all([tokenOf(other, application), tokenOf(user)]);
    const disabled = await Promise.all([
      admin(['application', 'disable', application.client_id]),
      admin(['user', 'disable', user.email]),
    ]);
    for (const { exitCode, stdout } of disabled)
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('up to 60 seconds more')]);
    expect(await Promise.all([ofApplication, ofUser].map(statusWith))).toEqual([401, 401]);
    const refused = await Promise.all([
      admin(['token', 'grant', application.client_id, '--user', other.email]),
      admin(['application', 'rotate-secret', application.client_id]),
    ]);
    const because = (kind: string) =>
      `  application  is disabled, and would be refused with any ${kind}`;
    expect(refused.map(said)).toEqual(
      ['token', 'secret'].map((kind) => [1, ['This cannot be done:', because(kind)]]),
    );
  });

  it.concurrent('sets a password by a pipe, and what was granted ends', async () => {
    const user = await newUser();
    const token = await tokenOf(user);
    const { exitCode, stdout } = await admin(
      ['user', 'password', user.email],
      'another password\n',
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain(user.user_id);
    expect(stdout).not.toContain('another password');
    expect(await statusWith(token)).toBe(401);
  });

  it.concurrent('sees people and applications in columns, and never a secret or a digest', async () => {
    const [user, application] = await Promise.all([newUser(), newApplication()]);
    const [users, applications] = await Promise.all([
      admin(['user', 'list']),
      answerOf<Record<string, string>[]>(['application', 'list']),
    ]);
    const [heading = '', ...rows] = users.stdout.split('\n');
    expect(heading).toMatch(/^ID +EMAIL +USERNAME +DISPLAY NAME +DATE JOINED +DISABLED$/);
    const row = rows.find((line) => line.startsWith(user.user_id)) ?? '';
    expect(row.indexOf(user.email)).toBe(heading.indexOf('EMAIL'));
    const listed = applications.find(({ client_id }) => client_id === application.client_id);
    expect(listed).toMatchObject({ live_secrets: 1, redirect_uris: [application.redirect_uri] });
    expect(Object.keys(listed ?? {}).join()).not.toMatch(/digest|client_secret/);
  });
});

describe('a command that cannot be done', () => {
  it.concurrent('says what is wrong with every field, to people and to machines', async () => {
    const words = ['user', 'create', 'nobody', '--username', ''];
    const [forPeople, forMachines] = await Promise.all([
      admin(words, 'short'),
      admin([...words, '--json'], 'short'),
    ]);
    expect(said(forPeople)).toEqual([
      1,
      [
        'This cannot be done:',
        '  email         must be an e-mail address',
        '  username      must have at least 1 character',
        '  display_name  must have at least 1 character',
        '  password      must have at least 8 characters',
      ],
    ]);
    expect([forMachines.exitCode, forMachines.stdout]).toEqual([1, '']);
    expect(JSON.parse(forMachines.stderr)).toMatchObject({
      error: 'validation_failed',
      failures: { password: ['must have at least 8 characters'] },
    });
  });

  it.concurrent('refuses redirect URIs that are not safe (AZ-10, AZ-52, RFC 6749 3.1.2)', async () => {
    const uris = [
      'http://trails.example/callback',
      'https://trails.example/#top',
      'https://trails.example/../callback',
    ];
    const options = uris.flatMap((uri) => ['--redirect-uri', uri]);
    expect(said(await admin(['application', 'create', 'Trail Maps', ...options]))).toEqual([
      1,
      [
        'This cannot be done:',
        `  redirect_uris  ${uris[0]} must be https; http only on 127.0.0.1, [::1] or localhost`,
        `  redirect_uris  ${uris[1]} must not have a fragment`,
        `  redirect_uris  ${uris[2]} must be in its normal form, https://trails.example/callback`,
      ],
    ]);
  });

  it.concurrent('names what could not be found, and an e-mail that is taken', async () => {
    const { email } = await newUser();
    const [unknown, taken] = await Promise.all([
      admin(['user', 'disable', 'nobody@example.com']),
      admin(['user', 'create', email, '--generate-password']),
    ]);
    expect(said(unknown)).toEqual([1, ['User nobody@example.com could not be found.']]);
    expect(said(taken)).toEqual([
      1,
      ['This cannot be done:', '  email  belongs to a user already'],
    ]);
  });

  it.concurrent('says what to do where no service runs', async () => {
    const { exitCode, stderr } = await runProgram('admin.ts', ['user', 'list', '--data', tmpdir()]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^No local service is running\. Start it with npm start .* --table NAME\.\n$/,
    );
  });
});

describe('a command line', () => {
  it.concurrent('may begin with options', async () => {
    const { exitCode, stdout } = await admin(['--json', 'user', 'list']);
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.any(Array)]);
  });
});

describe('a command line that is not understood', () => {
  it.concurrent('ends with 2 and every problem, and nothing is tried', async () => {
    const [options, choice, unknown] = await Promise.all([
      admin(['user', 'create', '--emial', '--password', '--json']),
      admin(['token', 'grant', 'id', '--user', 'ann@example.com', '--application']),
      admin(['user', 'remove']),
    ]);
    const usage = (rest: string) => `Usage: npm run admin -- ${rest} [options]`;
    expect(said(options)).toEqual([
      2,
      [
        'There is no option --emial.',
        '--password needs a value: --password PASSWORD.',
        'EMAIL is missing: the e-mail address that the person signs in with.',
        usage('user create EMAIL'),
        'See --help.',
      ],
    ]);
    expect(said(choice)).toEqual([
      2,
      ['Give either --user EMAIL or --application.', usage('token grant CLIENT_ID'), 'See --help.'],
    ]);
    expect(said(unknown)[0]).toBe(2);
  });

  it.concurrent('is helped on every level', async () => {
    const help = (...words: string[]) => admin([...words, '--help']);
    const [all, group, command] = await Promise.all([help(), help('user'), help('user', 'create')]);
    expect([all, group, command].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    for (const name of ['application rotate-secret', 'token grant', 'user password'])
      expect(all.stdout).toContain(name);
    expect(group.stdout).toContain('Creates a person who can sign in.');
    expect(command.stdout).toMatch(/^ {2}--generate-password +make up a password/m);
    expect(command.stdout).toContain(
      'npm run admin -- user create ann@example.com --generate-password',
    );
  });
});

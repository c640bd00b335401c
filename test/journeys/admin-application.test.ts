import { afterAll, describe, expect, inject, it } from 'vitest';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { call } from '#kit/call.ts';
import { newOwnClient, newUser, type TestUser, table } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { getExit } from '#kit/program.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { exists } from '#shared/table/condition.ts';

const { urls } = inject('service');
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
const admin = await newOperator(disposables);
const redirect_uri = 'https://trails.example/callback';

interface ApplicationRow {
  client_id: string;
  client_secret: string;
  live_secrets: number;
}

/** Runs a command that succeeds and returns its JSON output. */
async function runCommand(...args: string[]): Promise<ApplicationRow> {
  const { exitCode, stdout, stderr } = await admin(['application', ...args, '--json']);
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** Runs a command that fails and returns its error lines. */
async function runFailingCommand(...args: string[]): Promise<string[]> {
  const { exitCode, stderr } = await admin(['application', ...args]);
  expect(exitCode).not.toBe(0);
  return stderr.trim().split('\n');
}

const createApplication = () =>
  runCommand('create', 'Trail Maps', '--redirect-uri', redirect_uri);

/** Opens the consent page of an application. */
async function openConsentPage(client_id: string, user: TestUser, uri = redirect_uri) {
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(user);
  const query = new URLSearchParams({
    client_id,
    redirect_uri: uri,
    response_type: 'code',
  });
  return browser.open(`${urls.auth}/v7.1/oauth2/authorize/?${query}`);
}

const getStatusWith = async ({ client_id }: ApplicationRow, client_secret: string) => {
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  return (await call('POST', '/v7.1/oauth2/access_token/', { form })).status;
};

describe('an operator', () => {
  it.concurrent('changes an application, and the consent page shows the change', async () => {
    const user = await newUser();
    const { client_id } = await createApplication();
    const other = 'https://maps.example/callback';
    const pages = ['https://maps.example/', 'https://maps.example/privacy'] as const;
    const scopeArgs = ['--scopes', 'diary.write', '--default-scopes', 'diary.read'];
    const args = ['--name', 'Maps', '--redirect-uri', other, ...scopeArgs];
    const [home_page, privacy_page] = pages;
    const links = ['--home-page', home_page, '--privacy-page', privacy_page];
    const updated = await runCommand('update', client_id, ...args, ...links);
    const expected = {
      client_id,
      name: 'Maps',
      redirect_uris: [other],
      scopes: ['diary.write'],
      default_scopes: ['diary.read'],
      home_page,
      privacy_page,
    };
    expect(updated).toMatchObject(expected);
    expect(await runCommand('show', client_id)).toMatchObject(expected);

    const { text, headers } = await openConsentPage(client_id, user, other);
    expect(text).toContain('Allow Maps to access');
    expect(text).toContain('<span class="logo" data-letter="M"></span>');
    for (const page of pages) expect(text).toContain(`href="${page}" target="_blank"`);
    expect(headers.get('content-security-policy')).toContain('img-src data:;');
  });

  it.concurrent('removes links', async () => {
    const user = await newUser();
    const { client_id } = await createApplication();
    const page = 'https://trails.example/';
    const links = ['--home-page', page, '--privacy-page', page];
    await runCommand('update', client_id, ...links);
    const removed = ['--no-home-page', '--no-privacy-page'];
    const updated = await runCommand('update', client_id, ...removed);
    expect(updated).toMatchObject({ home_page: null, privacy_page: null });

    const { text } = await openConsentPage(client_id, user);
    expect(text).not.toMatch(/<img|target=/);
  });

  it.concurrent('marks applications as their own, and says so in the audit log', async () => {
    const create = ['create', 'Club', '--redirect-uri', redirect_uri, '--own'];
    const created = await runCommand(...create);
    expect(created).toMatchObject({ own: true });
    const { client_id } = created;
    const update = async (...args: string[]) => {
      const { stderr } = await admin(['application', 'update', client_id, ...args]);
      return JSON.parse(stderr);
    };
    expect(await update('--no-own')).toMatchObject({ code: 'third_party' });
    expect(await runCommand('show', client_id)).toMatchObject({ own: false });
    expect(await update('--own')).toMatchObject({ code: 'own' });
    expect(await runCommand('show', client_id)).toMatchObject({ own: true });
    expect(await update('--name', 'Ski club')).not.toHaveProperty('code');
    expect(await runCommand('show', client_id)).toMatchObject({ own: true });
    const ofOthers = await createApplication();
    expect(ofOthers).toMatchObject({ own: false });
    const ownPublic = await runCommand(...create, '--public');
    expect(ownPublic).toMatchObject({ own: true, public: true });
  });

  it.concurrent('disables an application and enables it again', async () => {
    const created = await createApplication();
    const { client_id, client_secret } = created;
    await runCommand('disable', client_id);
    const enabled = await runCommand('enable', client_id);
    expect(enabled).toMatchObject({ client_id, disabled_datetime: null });
    expect(await getStatusWith(created, client_secret)).toBe(200);
  });

  it.concurrent('rotates a secret, so that the old and the new one work', async () => {
    const created = await createApplication();
    const { client_id, client_secret: first } = created;
    const rotated = await runCommand('rotate-secret', client_id);
    expect(rotated.live_secrets).toBe(2);
    const { client_secret: second } = rotated;
    const statuses = [first, second].map((secret) => getStatusWith(created, secret));
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  it.concurrent('revokes a secret at once, or the old one after a rotation', async () => {
    const created = await createApplication();
    const { client_id, client_secret: first } = created;
    const { client_secret: second } = await runCommand('rotate-secret', client_id);
    const revoked = await runCommand('revoke-secret', client_id);
    expect(revoked.live_secrets).toBe(1);
    expect(await getStatusWith(created, first)).toBe(401);

    const replaced = await runCommand('rotate-secret', client_id, '--now', '--yes');
    expect(replaced.live_secrets).toBe(1);
    const statuses = [second, replaced.client_secret].map((secret) =>
      getStatusWith(created, secret),
    );
    expect(await Promise.all(statuses)).toEqual([401, 200]);
  });
});

describe('a failed command', () => {
  it.concurrent('names each invalid value and changes nothing', async () => {
    const { client_id } = await createApplication();
    const before = await runCommand('show', client_id);
    const args = ['--name', '', '--redirect-uri', 'http://trails.example/'];
    const links = ['--home-page', 'http://trails.example/', '--privacy-page', 'nowhere'];
    const address = 'must be an https URL without a user name or password';
    expect(await runFailingCommand('update', client_id, ...args, ...links)).toEqual([
      'Error:',
      expect.stringMatching(/^ {2}name +must have at least 1 character$/),
      expect.stringContaining(address),
      expect.stringContaining(address),
      expect.stringMatching(
        /^ {2}redirect_uris +http:\/\/trails.example\/ must use https/,
      ),
    ]);
    expect(await runFailingCommand('update', client_id, '--home-page', '')).toEqual([
      'Error:',
      '  client_uri  must have at least 1 character',
      expect.stringContaining(address),
    ]);
    expect(await runFailingCommand('update', client_id)).toEqual([
      'Error:',
      '  options  must have at least one change; see --help',
    ]);
    expect(await runCommand('show', client_id)).toEqual(before);
  });

  it.concurrent('says that another operator has changed the application', async () => {
    const { client_id } = await createApplication();
    const names = ['One', 'Two', 'Three', 'Four'];
    const updates = await Promise.all(
      names.map((name) => admin(['application', 'update', client_id, '--name', name])),
    );
    const failed = updates.filter(({ exitCode }) => exitCode !== 0);
    expect(failed.length).toBeLessThan(names.length);
    expect(failed.map(getExit)).toEqual(
      failed.map(() => [
        1,
        ['Error:', '  application  was changed at the same time; try again'],
      ]),
    );
  });

  it.concurrent('does not find an unknown application', async () => {
    const commands = ['show', 'update', 'enable', 'revoke-secret'];
    for (const command of commands) {
      const args = command === 'update' ? ['--name', 'Other'] : [];
      expect(await runFailingCommand(command, 'unknown', ...args)).toEqual([
        'Error: Application unknown could not be found.',
      ]);
    }
  });
});

/** Returns the mail that the last write of an application has requested. */
async function findMail(client_id: string) {
  const client = await table().get<MailAttributes>(clientKeys.client(client_id));
  return client?.mail;
}

describe('an application that a person has registered', () => {
  it.each(['pending', 'rejected'])(
    'was %s before 0.7.0, is listed as not approved, and works once it is enabled',
    async (approval) => {
      const { user_id, email } = await newUser();
      const { client_id, client_secret } = await newOwnClient(user_id);
      await table().update(clientKeys.client(client_id), { set: { approval } }, exists);
      const client = { ...(await runCommand('show', client_id)), client_secret };
      expect(client).toMatchObject({ state: 'not_approved', disabled_datetime: null });
      const { stdout } = await admin(['application', 'list']);
      expect(stdout).toMatch(new RegExp(`${client_id}.*not_approved`));
      expect(await getStatusWith(client, client_secret)).toBe(401);
      const page = await openConsentPage(
        client_id,
        await newUser(),
        'https://app.example/callback',
      );
      expect(page.status).toBe(400);

      const enabled = await runCommand('enable', client_id);
      expect(enabled).toMatchObject({ state: 'enabled', owner_id: user_id });
      const toOwner = { to: email, template: 'application_approved' };
      expect(await findMail(client_id)).toMatchObject(toOwner);
      expect(await getStatusWith(client, client_secret)).toBe(200);
    },
  );
});

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import * as disablement from '#functions/auth/identity/disablement.store.ts';
import { issueUserToken, newClient, newUser, table } from '#kit/fixtures.ts';
import { getLatestMail } from '#kit/inbox.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { newOperator, type Operator } from '#kit/operator.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { type Send, send } from '#kit/send.ts';
import { newVisitor } from '#kit/visitor.ts';
import type { LocalService } from '#lib/local/service.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { newId } from '#shared/runtime/ids.ts';

const disposables = new AsyncDisposableStack();
/** The shared service, in which everybody can sign up. */
const open = inject('service');
/** A service in which only invited people can sign up. */
let invited: LocalService;
/** A service in which nobody can sign up, and which sends no mail. */
let closed: LocalService;
let admin: Operator;

beforeAll(async () => {
  invited = await startServiceWithOwnClock({ SIGN_UP: 'invited' });
  disposables.defer(invited.close);
  closed = await startServiceWithOwnClock({ SIGN_UP: 'off', MAIL_FROM: '' });
  disposables.defer(closed.close);
  admin = await newOperator(disposables, invited.operatorEnvironment);
});

afterAll(() => disposables.disposeAsync());

type Service = Pick<LocalService, 'urls'>;

const sendTo =
  ({ urls }: Service): Send =>
  (method, path, options) =>
    send(urls, method, path, options);

const newBrowser = (service: Service) => newVisitor(sendTo(service), service.urls.auth);

/** Opens a page of a service and returns its status and heading. */
async function openPage(service: Service, path: string) {
  const { status, text } = await newBrowser(service).open(
    `${service.urls.auth}/v7.1/oauth2/${path}`,
  );
  return { status, text, title: /<h1>(.*?)<\/h1>/.exec(text)?.[1] };
}

const signUpPage = 'send-link/?purpose=sign_up';
const resetPage = 'send-link/?purpose=password_reset';
const signInPage = 'sign-in/?continue=account';
const fields = {
  name: 'Bea',
  password: 'a quiet lake at dawn',
  repeated: 'a quiet lake at dawn',
};

describe('the setting signUp (A12)', () => {
  it('`off` offers no sign-up, and without mail no password reset', async () => {
    expect((await openPage(closed, signUpPage)).title).toBe('Sign-up is closed');
    expect((await openPage(closed, resetPage)).title).toBe('Email is not set up');
    expect((await openPage(closed, signInPage)).text).not.toContain('send-link');
  });

  it('`open` offers sign-up and a password reset', async () => {
    const { text } = await openPage(open, signInPage);
    expect(text).toContain('purpose=sign_up');
    expect(text).toContain('purpose=password_reset');
  });

  it('`invited` lets only invited people sign up, whose password the operator can set', async () => {
    expect((await openPage(invited, signUpPage)).title).toBe('Sign-up is closed');
    expect((await openPage(invited, signInPage)).text).not.toContain('purpose=sign_up');

    const email = `${newId(new Date())}@example.com`;
    const invitation = [
      'user',
      'invite',
      email,
      '--display-name',
      'Bea',
      '--language',
      'de',
    ];
    const { exitCode, stdout, stderr } = await admin([...invitation, '--json']);
    expect([exitCode, JSON.parse(stdout).email]).toEqual([0, email]);
    expect(stdout + stderr).not.toContain('fit_ln_');
    const mail = await getLatestMail(invited, email);
    expect(mail.subject).toBe('Ihre Einladung zum Fitnessdatendienst');

    const visitor = newBrowser(invited);
    expect((await visitor.open(mail.link)).text).toContain('value="Bea"');
    const created = await visitor.submit(fields);
    expect(created.text).toContain('Your account has been created.');
    const secondInvitation = await admin(invitation);
    expect([secondInvitation.exitCode, secondInvitation.stderr]).toEqual([
      1,
      expect.stringContaining('belongs to a user already'),
    ]);
    const generated = ['--generate-password', '--language', 'de'];
    await admin(['user', 'password', email, ...generated]);
    const notice = await getLatestMail(invited, email);
    expect(notice.subject).toBe('Ihr Passwort wurde geändert');
    expect(notice.text).toContain('Der Betreiber des Dienstes hat ein neues Passwort');

    const args = ['a@example.com,b@example.com', '--display-name', 'x'.repeat(51)];
    const invalid = await admin(['user', 'invite', ...args]);
    expect(invalid.exitCode).toBe(1);
    expect(invalid.stderr).toContain('must be an email address that can receive mail');
    expect(invalid.stderr).toContain('must have at most 50 characters');
  });
});

describe('disabling (A25)', () => {
  it('takes effect within a minute for a client with any number of grants, in one write', async () => {
    const { user, client, getStatusWith, newCode, redeem } = await newParties({
      send: sendTo(invited),
      ...invited,
    });
    const { body } = await redeem(await newCode());
    expect(await getStatusWith(body.access_token)).toBe(200);
    await clients.disable(table(), client.client_id, new Date(invited.clock.now()));
    invited.clock.advance(60);
    expect(await getStatusWith(body.access_token)).toBe(401);
    expect(
      (await grants.listByUser(table(), user.user_id))[0]?.revoked_at,
    ).toBeUndefined();
  });

  it('takes effect within a minute for a person', async () => {
    const user = await newUser();
    const token = await issueUserToken(user);
    const getStatusWith = async () =>
      (await sendTo(invited)('GET', '/v7.0/user/self/', { token })).status;
    expect(await getStatusWith()).toBe(200);
    await disablement.disableUserByEmail(
      table(),
      user.email,
      new Date(invited.clock.now()),
    );
    invited.clock.advance(60);
    expect(await getStatusWith()).toBe(401);
  });
});

describe('the tokens of a client for itself', () => {
  it('leave no item that lives longer than the tokens, also after a refresh', async () => {
    const { client, requestOwnTokens, refresh } = await newParties({
      send: sendTo(invited),
      ...invited,
    });
    const { body } = await requestOwnTokens();
    const principal = toServicePrincipal(client.client_id);
    const getLifetime = async () => {
      const [grant] = await grants.listByUser(table(), principal);
      return (grant?.ttl ?? 0) - Math.floor(invited.clock.now() / 1000);
    };
    expect(await getLifetime()).toBe(body.expires_in);
    invited.clock.advance(3600);
    expect((await refresh(body.refresh_token)).body.expires_in).toBe(body.expires_in);
    expect(await getLifetime()).toBe(body.expires_in);
  });
});

describe('the command line', () => {
  it('lists the grants of a person or an application in pages, and revokes them', async () => {
    const client = await newClient();
    const users = [await newUser(), await newUser(), await newUser()];
    for (const user of users) await issueUserToken(user, client);
    const list = async (...args: string[]) => {
      const { stdout } = await admin(['grant', 'list', ...args, '--json']);
      return JSON.parse(stdout) as { grant_id: string; user_id: string }[];
    };
    const ofClient = ['--application', client.client_id];
    const first = await list(...ofClient, '--limit', '2');
    const last = first.at(-1)?.grant_id ?? '';
    const second = await list(...ofClient, '--limit', '2', '--after', last);
    expect([...first, ...second].map(({ user_id }) => user_id)).toEqual(
      users.map(({ user_id }) => user_id),
    );
    const page = await admin(['grant', 'list', ...ofClient, '--limit', '2']);
    expect(page.stdout).toContain(`For the next page, add --after ${last}`);

    const [user, other] = users;
    const email = user?.email ?? '';
    const [own] = await list('--user', email);
    expect(await list('--user', user?.user_id ?? '')).toEqual([own]);
    await admin(['grant', 'revoke', '--user', email, '--grant', own?.grant_id ?? '']);
    expect(await list('--user', email)).toEqual([]);
    const revocation = ['grant', 'revoke', '--user', other?.email ?? '', ...ofClient];
    expect(JSON.parse((await admin([...revocation, '--json'])).stdout).revoked).toBe(1);
    expect(await list(...ofClient)).toHaveLength(1);
    await admin(['grant', 'revoke', ...ofClient]);
    expect(await list(...ofClient)).toEqual([]);
    expect((await admin(['grant', 'list'])).exitCode).toBe(2);
    for (const command of ['list', 'revoke']) {
      const mistyped = await admin(['grant', command, '--application', 'x']);
      expect(mistyped.stderr).toContain('Application x could not be found.');
    }
  });

  it('lists users in pages', async () => {
    // Other tests may erase users of an earlier time.
    const earlier = newId(new Date(Date.now() - 1));
    await Promise.all([newUser(), newUser()]);
    const list = ['user', 'list', '--limit', '1', '--json', '--after'];
    const [first] = JSON.parse((await admin([...list, earlier])).stdout);
    const [next] = JSON.parse((await admin([...list, first.id])).stdout);
    expect([first.id > earlier, next.id > first.id]).toEqual([true, true]);
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedAttempts } from '#functions/auth/attempts/attempt-windows.ts';
import type { AttemptKey } from '#functions/auth/attempts/attempts.store.ts';
import * as clientSecrets from '#functions/auth/client/client-update.store.ts';
import { dumpTable, listEncodings } from '#kit/canaries.ts';
import { issueUserToken, newUser, type TestUser, table } from '#kit/fixtures.ts';
import { tinyImage, uploadImage } from '#kit/images.ts';
import { newParties, newPkce } from '#kit/oauth-parties.ts';
import { startOwnService } from '#kit/own-service.ts';
import { openTokensPage } from '#kit/personal-tokens.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { type Send, send } from '#kit/send.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { findFormToken, newTestBrowser } from '#kit/test-browser.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newClientSecret, parseToken } from '#shared/auth/tokens.ts';
import { type AuditEvent, auditEvents } from '#shared/runtime/audit.ts';
import { toLogHash } from '#shared/runtime/ids.ts';

const folder = createTemporaryFolder(afterAll);
let service: LocalService;
afterAll(() => service.close());

/** The log of the functions and the runner. */
const output: string[] = [];
/** The secrets of the journey by name. */
const secrets = new Map<string, string>();
let ids: { client_id: string; user_hash: string };

const keepSecret = (name: string, secret: string) => secrets.set(name, secret);

/** Keeps a token and its secret part. */
function keepToken(name: string, token: string): void {
  keepSecret(name, token);
  for (const kind of ['access', 'personal', 'refresh', 'code', 'session'] as const) {
    const parsed = parseToken(kind, token);
    if (parsed) keepSecret(`the secret of ${name}`, parsed.secret);
  }
}

/** The network address that all requests come from. */
const address = '127.0.0.1';

/** Uses up a rate limit. */
const useUp = (key: AttemptKey) =>
  consumeAttempts(key, allowedAttempts[key.limit], new Date(service.clock.now()));

/** Sends the requests of users and applications, including rejected ones. */
async function takeJourney(
  sendToService: Send,
  urls: { main: string; auth: string },
): Promise<void> {
  const parties = await newParties({ send: sendToService, urls });
  const { client, user, credentials, buildAuthorizeUrl, redeem, refresh, requestTokens } =
    parties;
  const { client_id, client_secret } = client;
  ids = { client_id, user_hash: toLogHash(user.user_id) };
  keepSecret('the password', user.password);
  keepSecret('the application secret', client_secret);

  const { code_verifier, announced } = newPkce();
  keepSecret('the code verifier', code_verifier);
  const browser = newTestBrowser(sendToService, urls.auth);
  await browser.open(buildAuthorizeUrl(announced));
  keepSecret('a wrong password', 'wrong canary battery');
  await browser.submit({ email: user.email, password: 'wrong canary battery' });
  const page = await browser.submit({ email: user.email, password: user.password });
  keepSecret('the form token', findFormToken(page));
  for (const [name, value] of browser.cookies) keepToken(`the cookie ${name}`, value);
  await browser.submit({ decision: 'allow' });
  const code = browser.getDestination().searchParams.get('code') ?? '';
  keepToken('the code', code);

  const { body: first } = await redeem(code, { code_verifier });
  const { body: second } = await refresh(first.refresh_token);
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  keepSecret('the Basic header', basic);
  const form = { grant_type: 'refresh_token', refresh_token: second.refresh_token };
  const { body: third } = await requestTokens(form, { Authorization: `Basic ${basic}` });
  for (const [generation, tokens] of [first, second, third].entries()) {
    keepToken(`access token ${generation}`, tokens.access_token);
    keepToken(`refresh token ${generation}`, tokens.refresh_token);
  }

  const token = third.access_token;
  await sendToService('GET', '/v7.1/user/self/', { token });
  await uploadImage(sendToService, tinyImage, { token });
  await sendToService('POST', '/v7.0/oauth2/introspect/', {
    form: { ...credentials, token },
  });
  await refresh(first.refresh_token);
  await redeem(code, { code_verifier });

  const replayed = await parties.newCode();
  await redeem(replayed);
  await redeem(replayed);
  keepToken('the replayed code', replayed);
  const guarded = await parties.newCode(announced);
  await redeem(guarded, { code_verifier: newPkce().code_verifier });
  const clientTokens = (await parties.requestOwnTokens()).body;
  keepToken("the application's own access token", clientTokens.access_token);
  await sendToService('POST', '/v7.0/oauth2/revoke/', {
    form: { ...credentials, token: clientTokens.access_token },
  });
  keepSecret('a wrong secret', newClientSecret());
  for (const _ of ['counted', 'too many']) {
    await redeem(code, { client_secret: secrets.get('a wrong secret') ?? '' });
    await useUp({ limit: 'client_at_network', parts: [client_id, address] });
  }
  await parties.decide('deny');
  const { body: last } = await redeem(await parties.newCode());
  const query = new URLSearchParams({ user_id: 'self', client_id });
  await sendToService('DELETE', `/v7.1/oauth2/connection/?${query}`, {
    token: last.access_token,
  });
  const rotated = await clientSecrets.rotateSecret(table(), client_id, new Date());
  keepSecret('the next application secret', rotated?.client_secret ?? '');

  const tokenPage = await openTokensPage({ send: sendToService, urls }, user);
  await tokenPage.submit({ read: 'yes', current: 'wrong canary battery' });
  const personalToken = await tokenPage.create();
  keepToken('the personal access token', personalToken);
  await sendToService('GET', '/v7.1/user/self/', { token: personalToken });
  await sendToService('POST', '/v7.0/oauth2/revoke/', {
    form: { ...credentials, token: personalToken },
  });
  await tokenPage.revokeFirst();

  await issueUserToken(user, client);
  await changePassword(sendToService, urls, user);
  const stranger = await newUser();
  const strangerBrowser = newTestBrowser(sendToService, urls.auth);
  await strangerBrowser.open(buildAuthorizeUrl());
  await useUp({ limit: 'account_at_network', parts: [stranger.email, address] });
  await strangerBrowser.submit({
    email: stranger.email,
    password: 'wrong canary battery',
  });
}

/** Changes the password of a user after a wrong attempt, and exceeds the rate limit. */
async function changePassword(
  sendToService: Send,
  urls: { auth: string },
  { email, password }: TestUser,
) {
  const browser = newTestBrowser(sendToService, urls.auth);
  await browser.open(`${urls.auth}/v7.1/oauth2/account/password/`);
  await browser.submit({ email, password });
  const next = 'another canary horse';
  keepSecret('the next password', next);
  const change = (current: string) =>
    browser.submit({ current, next, repeated: next, end_grants: 'yes' });
  await change('wrong canary battery');
  await change(password);
  await browser.open(`${urls.auth}/v7.1/oauth2/account/password/`);
  const device = browser.cookies.get('__Host-fit_device') ?? '';
  await useUp({ limit: 'account_on_trusted_device', parts: [email, device] });
  await change('wrong canary battery');
}

beforeAll(async () => {
  service = await startOwnService({ data: folder, log: (line) => output.push(line) });
  service.clock.stop();
  const { urls, environment } = service;
  Object.assign(process.env, environment);
  await takeJourney((method, path, options) => send(urls, method, path, options), urls);
});

/** Lists the names of the secrets in a text, in any encoding. */
const findSecrets = (text: string) => {
  const found = [...secrets].filter(([, secret]) =>
    listEncodings(secret).some((encoding) => text.includes(encoding)),
  );
  return found.map(([name]) => name);
};

describe('after a whole journey', () => {
  it('the test knows all secrets', () => {
    expect(secrets.size).toBeGreaterThan(25);
    expect([...secrets].filter(([, secret]) => secret.length < 16)).toEqual([]);
    expect(findSecrets([...secrets.values()].join('\n'))).toHaveLength(secrets.size);
  });

  it('the table has no secret, plain or as hex or base64', async () => {
    const stored = await dumpTable();
    expect(stored).toContain(ids.client_id);
    expect(findSecrets(stored)).toEqual([]);
  });

  it('no file of the table or the bucket has a secret', async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(1);
    for (const { parentPath, name } of files)
      expect(findSecrets(await readFile(join(parentPath, name), 'latin1')), name).toEqual(
        [],
      );
  });

  it('no line of the log has a secret', () => {
    const lines = output.join('\n');
    expect(lines).toContain('"event":"request"');
    expect(findSecrets(lines)).toEqual([]);
    expect(lines).not.toMatch(/Bearer|Basic|grant_type|password=|example\.com/);
  });

  it.each<[AuditEvent, (keyof typeof ids)[]]>([
    ['sign_in_succeeded', ['client_id', 'user_hash']],
    ['sign_in_failed', ['client_id', 'user_hash']],
    ['sign_in_rate_limited', ['client_id']],
    ['password_changed', ['user_hash']],
    ['password_change_failed', ['user_hash']],
    ['password_change_rate_limited', ['user_hash']],
    ['consent_granted', ['client_id', 'user_hash']],
    ['consent_denied', ['client_id', 'user_hash']],
    ['consent_withdrawn', ['client_id', 'user_hash']],
    ['authorization_code_reused', ['client_id', 'user_hash']],
    ['code_verifier_mismatch', ['client_id', 'user_hash']],
    ['refresh_token_reused', ['client_id', 'user_hash']],
    ['token_revoked', ['client_id']],
    ['personal_token_created', ['user_hash']],
    ['personal_token_creation_failed', ['user_hash']],
    ['personal_token_revoked', ['user_hash']],
    ['client_authentication_failed', ['client_id']],
    ['client_authentication_rate_limited', ['client_id']],
  ])('the log has %s with its ids and its request', (event, named) => {
    const lines = output.filter((line) => line.includes(`"event":"${event}"`));
    const [line = '{}'] = lines;
    expect(auditEvents).toContain(event);
    expect(JSON.parse(line.slice(line.indexOf('{')))).toMatchObject({
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...Object.fromEntries(named.map((name) => [name, ids[name]])),
    });
  });

  it('the log names the application in both events about revoked access', () => {
    const withdrawn = output.filter((line) =>
      line.includes('"event":"consent_withdrawn"'),
    );
    expect(withdrawn).toHaveLength(2);
    for (const line of withdrawn) expect(line).toContain(ids.client_id);
  });
});

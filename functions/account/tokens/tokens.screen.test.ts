import { describe, expect, inject, it } from 'vitest';
import consumer from '#functions/account/mail/consumer.ts';
import { renderMail } from '#functions/account/mail/render-mail.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { personalTokenLimits } from '#functions/auth/personal-token/personal-token.ts';
import { callHandler } from '#kit/call-handler.ts';
import { issueUserToken, newUser, type TestUser, table } from '#kit/fixtures.ts';
import { findShownToken, openTokensPage } from '#kit/personal-tokens.ts';
import { putItems } from '#kit/put-items.ts';
import { findHidden, listInvalidFields } from '#kit/test-browser.ts';
import { toPersonalClient } from '#shared/auth/principal.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

const { urls } = inject('service');
const service = { send: callHandler, urls };
const openPage = async () => openTokensPage(service, await newUser());
const list = ({ user_id }: TestUser) => grants.listByUser(table(), user_id);

const day = 24 * 60 * 60;

/** Builds the grant of a token of a user, which works for a number of days. */
function buildToken({ user_id, username }: TestUser, changes: Partial<Grant> = {}) {
  const now = new Date();
  const id = newId(now);
  const expires_at = toEpochSeconds(now) + day;
  const grant: Grant = {
    id,
    user_id,
    username,
    client_id: toPersonalClient(user_id),
    application_name: 'Another script',
    token_use: 'user',
    scope: 'diary.read',
    created_datetime: new Date(now.getTime() - 2 * day * 1000).toISOString(),
    expires_at,
    ttl: expires_at + day,
    generation: 1,
    ...changes,
  };
  return { ...grantKeys.grant(user_id, id), ...grant };
}

describe('a new access token', () => {
  it('is created once if its form is sent again, unless the fields have changed', async () => {
    const { user, submit, open } = await openPage();
    const key = findHidden(await open(), 'key');
    const create = () => submit({ read: 'yes', key });
    const parallel = await Promise.all([create(), create()]);
    const repeated = [...parallel.filter(({ status }) => status !== 200), await create()];
    for (const page of repeated) {
      expect([page.status, findShownToken(page)]).toEqual([400, '']);
      expect(page.text).toContain('The token exists already');
    }
    expect(repeated).toHaveLength(2);
    expect(await list(user)).toHaveLength(1);
    await submit({ read: 'yes', key, name: 'Another' });
    expect(await list(user)).toHaveLength(2);
  });

  it('is shown once, with a command that uses it, and stored as a digest', async () => {
    const { user, submit, open } = await openPage();
    const page = await submit({ 'diary.write': 'yes', name: '<Backup>' });
    expect(page.status).toBe(200);
    const text = findShownToken(page);
    expect(text).toMatch(/^fit_pat_[0-9a-z]{36}_[0-9a-z]{36}_[0-9a-z]{59}$/);
    expect(page.text).toContain('<h2>Your new token: &lt;Backup&gt;</h2>');
    expect(page.text).toContain(`curl -s &#39;${urls.diary}/v2/diary&#39;`);
    expect(page.text).toContain(`Bearer ${text}&#39;`);
    expect(page.headers.get('cache-control')).toBe('no-store');

    const [stored] = await list(user);
    const secret = parseToken('personal', text)?.secret ?? '';
    expect(stored).toMatchObject({
      client_id: toPersonalClient(user.user_id),
      application_name: '<Backup>',
      scope: 'diary.write',
      access_digest: toDigest(secret),
    });
    expect(JSON.stringify(stored)).not.toContain(secret);

    const again = (await open()).text;
    expect(again).not.toContain('fit_pat_');
    expect(again).toContain('<h2>&lt;Backup&gt;</h2>');
    expect(again).toContain('<li>See and change your diary</li>');
    expect(again).toContain('<dt>Last used</dt><dd>Never</dd>');
  });

  it('is told by mail, in the language of the person', async () => {
    const { user, submit } = await openPage();
    await submit({ 'images.write': 'yes', name: 'Camera', lifetime: '365' });
    const key = identityKeys.credentials(user.user_id);
    const credentials = await table().get<MailAttributes>(key);
    const { mail } = credentials ?? {};
    if (!mail) throw new Error('No mail was requested.');
    expect(consumer.rule.toMessage({ ...key, mail })).toEqual({ ...key, mail });
    expect(mail).toMatchObject({ template: 'personal_token_created', to: user.email });
    const situation = { time: new Date() };
    const { text } = renderMail(mail, urls.auth, situation);
    expect(text).toContain('An access token with the name “Camera” was created');
    expect(text).toContain('can: Upload photos, and delete them again. It works until');
    const german = renderMail({ ...mail, language: 'de' }, urls.auth, situation);
    expect(german.text).toContain(
      'Wer es hat, kann: Fotos hochladen und wieder löschen.',
    );
  });

  it('needs the password, and stores nothing without it', async () => {
    const { user, submit } = await openPage();
    const page = await submit({ read: 'yes', current: 'wrong', name: 'Kept' });
    expect(page.status).toBe(403);
    expect(page.text).toContain('The current password is incorrect.');
    expect(page.text).toContain('value="Kept"');
    expect(page.text).toMatch(/id="read"[^>]* checked/);
    expect(listInvalidFields(page)).toEqual(['current']);
    expect(await list(user)).toEqual([]);
  });

  it('is not created from a form with problems, all of which the page names', async () => {
    const { user, submit } = await openPage();
    const page = await submit({ name: '', lifetime: 'date', date: '2020-01-01' });
    expect(page.status).toBe(400);
    for (const field of ['name', 'date'])
      expect(listInvalidFields(page)).toContain(field);
    expect(page.text).toContain('Choose what the token can do.');
    expect(await list(user)).toEqual([]);
  });
});

describe('the limit of tokens', () => {
  const { live } = personalTokenLimits;

  it('gives the last place to one of several parallel requests', async () => {
    const { user, browser, open } = await openPage();
    await putItems(Array.from({ length: live - 1 }, () => buildToken(user)));
    await open();
    const form = { action: 'create', name: 'Last', read: 'yes', lifetime: '7' };
    const fields = { ...form, current: user.password };
    const pages = await Promise.all([1, 2, 3].map(() => browser.submit(fields)));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await list(user)).toHaveLength(live);
    const full = await browser.submit(fields);
    expect([full.status, full.text]).toEqual([400, expect.stringContaining('Revoke')]);
  });

  it('counts tokens that work, and those that were created today', async () => {
    const { user, submit } = await openPage();
    const ended = { expires_at: 1, revoked_at: 1 };
    await putItems(Array.from({ length: live }, () => buildToken(user, ended)));
    expect((await submit()).status).toBe(200);
    const created_datetime = new Date().toISOString();
    const today = { ...ended, created_datetime };
    const { perDay } = personalTokenLimits;
    await putItems(Array.from({ length: perDay - 1 }, () => buildToken(user, today)));
    expect((await submit()).status).toBe(400);
  });
});

describe('the list of tokens', () => {
  it('shows an expired token for a while, without the form that revokes it', async () => {
    const { user, open } = await openPage();
    const now = toEpochSeconds(new Date());
    const expired = { expires_at: now - 1, application_name: 'Expired script' };
    const gone = { ...expired, ttl: now - 1, application_name: 'Gone script' };
    await putItems([buildToken(user, expired), buildToken(user, gone)]);
    const { text } = await open();
    expect(text).toContain('<h2>Expired script</h2>');
    expect(text).toContain('<span class="badge">Expired</span>');
    expect(text).not.toContain('Gone script');
    expect(text).not.toContain('Revoke now');
  });

  it('has no applications, and the page of applications has no tokens', async () => {
    const { user, browser, create, open } = await openPage();
    await issueUserToken(user);
    await create();
    expect((await open()).text).not.toContain('Test application');
    const { text } = await browser.open(`${urls.auth}/v7.1/oauth2/account/applications/`);
    expect(text).toContain('<h2>Test application</h2>');
    expect(text).not.toContain('A script');
  });
});

describe('revoking', () => {
  it('ends one token, and hides it', async () => {
    const { user, create, revokeFirst } = await openPage();
    await create();
    await create();
    const page = await revokeFirst();
    expect(page.text).toContain('Token revoked.');
    expect(page.text.match(/<h2>A script<\/h2>/g)).toHaveLength(1);
    const [first, second] = await list(user);
    expect(first).not.toHaveProperty('revoked_at');
    expect(second).toHaveProperty('revoked_at');
  });

  it('ends no token of another user, and no access of an application', async () => {
    const { user, browser, open } = await openPage();
    const other = await openPage();
    await issueUserToken(user);
    await other.create();
    await open();
    for (const grant of [...(await list(user)), ...(await list(other.user))]) {
      await browser.submit({ action: 'revoke', id: grant.id });
      const kept = await grants.find(table(), grant);
      expect(kept).not.toHaveProperty('revoked_at');
    }
  });
});

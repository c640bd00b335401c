import { describe, expect, it } from 'vitest';
import * as sessions from '#functions/auth/session/session.store.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { listMail } from '#kit/inbox.ts';
import type { TestBrowser } from '#kit/test-browser.ts';
import { findTitle, startTimedService } from './service.ts';

const firefox = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0' };

const service = await startTimedService();
const { toUrl, getNow, newBrowser } = service;

const isSignedIn = async (browser: TestBrowser) =>
  findTitle(await browser.open(toUrl('account/'))) === 'Your account';

describe('browsers', () => {
  it('are reported by mail once if they are new, with their kind', async () => {
    const { email, password } = await newUser();
    const browser = newBrowser();
    for (let i = 0; i < 2; i++) {
      await browser.open(toUrl('sign-in/?continue=account'));
      await browser.submit({ email, password }, firefox);
    }
    const mail = await listMail(service, email);
    expect(mail.map(({ subject }) => subject)).toEqual(['New sign-in to your account']);
    expect(mail[0]?.text).toContain('Firefox, Windows');
    expect(mail[0]?.link).toBe(toUrl('account/security/'));
  });

  it('are listed with the day and the kind, and signed out one by one or together', async () => {
    const user = await newUser();
    const browser = newBrowser();
    await browser.open(toUrl('sign-in/?continue=security'));
    await browser.submit({ email: user.email, password: user.password }, firefox);
    const others = [newBrowser(), newBrowser()];
    for (const other of others) await other.signIn(user, getNow());

    const shown = await browser.open(toUrl('account/security/'));
    // The page lists its session and its trusted device.
    expect(shown.text.match(/<h3>Firefox, Windows<\/h3>/g)).toHaveLength(2);
    expect(shown.text.match(/<h3>Unknown browser<\/h3>/g)).toHaveLength(2);
    expect(shown.text).toContain(`<strong>${user.email}</strong>`);
    // Their use is not recorded, and this one is in use.
    expect(shown.text.match(/<dt>Signed in since<\/dt>/g)).toHaveLength(3);
    expect(shown.text.match(/<dd>not recorded<\/dd>/g)).toHaveLength(2);
    const active = await sessions.listActive(table(), user.user_id, getNow());
    const ended = active.find(({ browser }) => browser === '');
    await browser.submit({ action: 'end_session', id: ended?.id ?? '' });
    const states = [];
    for (const other of others) states.push(await isSignedIn(other));
    expect(states.filter(Boolean)).toHaveLength(1);

    await browser.open(toUrl('account/security/'));
    await browser.submit({ action: 'end_others' });
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    const forgotten = await browser.submit({ action: 'forget_devices' });
    expect(forgotten.text).toContain('No browser is remembered.');
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('cannot be signed out by other people', async () => {
    const [user, owner] = await Promise.all([newUser(), newUser()]);
    await sessions.start(table(), owner, getNow());
    const [foreign] = await sessions.listActive(table(), owner.user_id, getNow());
    const browser = newBrowser();
    await browser.signIn(user, getNow());
    await browser.open(toUrl('account/security/'));
    await browser.submit({ action: 'end_session', id: foreign?.id ?? '' });
    expect(await sessions.listActive(table(), owner.user_id, getNow())).toHaveLength(1);
  });
});

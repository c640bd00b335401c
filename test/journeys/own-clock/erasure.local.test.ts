import { describe, expect, it } from 'vitest';
import { allowedAttempts } from '#functions/auth/attempts/attempt-windows.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { findMail, listMail } from '#kit/inbox.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { formatLongTime } from '#shared/pages/language.ts';
import { toLogHash } from '#shared/runtime/ids.ts';
import {
  findTitle,
  newNetworkAddress,
  startTimedService,
  submitAtOnce,
} from './service.ts';
import {
  findStored,
  findStoredForUser,
  listIds,
  storeEverything,
} from './stored-data.ts';

/** Seconds. */
const hour = 3600;
const announcement = 'Your account will be deleted';

const service = await startTimedService();
const { toUrl, getNow, newBrowser, signIn, send, lines } = service;

/** Opens the page that deletes the account as a new user who is signed in. */
async function openDeletionPage(address?: string) {
  const user = await newUser();
  const browser = newBrowser(address);
  await browser.signIn(user, getNow());
  await browser.open(toUrl('account/deletion/'));
  return { user, browser, form: { action: 'delete', current: user.password } };
}

/** Advances the clock, then runs what is due and processes all messages. */
async function passTime(seconds: number): Promise<void> {
  service.clock.advance(seconds);
  await service.runSchedules();
  await service.drainQueues();
}

describe('the deletion of an account', () => {
  it('is announced by mail, signs out other browsers, and can be cancelled on the page or by a sign-in', async () => {
    const { user, browser, form } = await openDeletionPage();
    const otherBrowser = newBrowser();
    await otherBrowser.signIn(user, getNow());
    await browser.submit(form);
    const scheduled = await browser.open(toUrl('account/deletion/'));
    expect(scheduled.text).toContain('Keep my account');
    const elsewhere = await otherBrowser.open(toUrl('account/deletion/'));
    expect(findTitle(elsewhere)).toBe('Sign in');
    const mail = await findMail(service, user.email, announcement);
    expect(mail.link).toBe(toUrl('sign-in/?continue=account'));

    await browser.open(toUrl('account/deletion/'));
    const kept = await browser.submit({ action: 'keep' });
    expect(kept.text).toContain('The deletion is cancelled.');
    await findMail(service, user.email, 'Your account is kept');
    await passTime(73 * hour);
    expect(findTitle(await signIn(user.email, user.password, browser))).toBe(
      'Your account',
    );
  });

  it('is announced with a date as the browser writes it', async () => {
    const { user, browser, form } = await openDeletionPage();
    await browser.submit(form, { 'Accept-Language': 'en-GB' });
    const { html } = await findMail(service, user.email, announcement);
    const due = new Date(getNow().getTime() + 72 * hour * 1000);
    expect(html).toContain(formatLongTime(due.toISOString(), 'en-GB'));
  });

  it('is cancelled by a sign-in, as the page and a mail report', async () => {
    const { user, browser, form } = await openDeletionPage();
    await browser.submit(form);
    const returning = newBrowser();
    await returning.open(toUrl('sign-in/?continue=account'));
    const { email, password } = user;
    const kept = await returning.submit({ email, password });
    expect([kept.status, findTitle(kept)]).toEqual([200, 'Your account is kept']);
    expect(kept.text).toContain(`href="${toUrl('account/')}"`);
    await findMail(service, email, 'Your account is kept');
    expect((await returning.open(toUrl('account/'))).status).toBe(200);
    const erasure = await erasures.find(table(), user.user_id);
    expect(erasure?.state).toBe('cancelled');
  });

  it('starts after 72 hours, until which applications work, and leaves no data of the user', async () => {
    const parties = await service.newTimedParties();
    const { user, client, newCode, redeem } = parties;
    const { body: tokens } = await redeem(await newCode());
    const token = tokens.access_token;
    const getUser = () => send('GET', '/v7.1/user/self/', { token });
    const bystander = await newUser();
    await signIn(bystander.email, bystander.password);
    const browser = newBrowser();
    await signIn(user.email, user.password, browser);
    const stored = await storeEverything(service, browser, parties, token);
    await browser.open(toUrl('account/deletion/'));
    await browser.submit({ action: 'delete', current: user.password });
    const { user_id } = user;
    expect(await findStoredForUser(service, user_id, stored)).toEqual(stored);

    expect((await getUser()).status).toBe(200);
    const connection_id = await addRemoteConnection(user.user_id, { type: 'polar' });
    // The keys of what an application has used have its id, which is not the user's.
    const { client_id } = client;
    const ids = (await listIds(user.user_id)).filter((id) => id !== client_id);
    expect(ids).toContain(connection_id);

    await passTime(71.9 * hour);
    expect((await getUser()).status).toBe(200);
    await passTime(0.2 * hour);
    expect((await getUser()).status).toBe(401);
    const revoked = lines.filter((line) => line.includes(toLogHash(connection_id)));
    expect(revoked.some((line) => line.includes('provider_access_'))).toBe(true);

    for (let run = 0; run < 3; run += 1) await passTime(hour / 6);
    const remaining = [bystander.user_id, ...stored, ...ids];
    expect(await findStored(service, remaining)).toEqual([bystander.user_id]);
    const log = lines.join('\n');
    const user_hash = toLogHash(user.user_id);
    const started = lines.filter((line) => line.includes('"event":"erasure_started"'));
    expect(started.filter((line) => line.includes(user_hash))).toHaveLength(1);
    expect([...stored, ...ids].filter((text) => log.includes(text))).toEqual([]);
    await findMail(service, bystander.email, 'New sign-in to your account');
    const rejected = await signIn(user.email, user.password);
    expect(rejected.status).toBe(403);
  });
});

describe('the form that deletes an account', () => {
  it('needs the password, within the rate limits of sign-in', async () => {
    const address = newNetworkAddress();
    const { user, browser, form } = await openDeletionPage(address);
    await consumeAttempts(
      { limit: 'account_at_network', parts: [user.email, address] },
      allowedAttempts.account_at_network - 1,
      getNow(),
    );
    const rejected = await browser.submit({ ...form, current: 'wrong' });
    expect(rejected.status).toBe(403);
    expect(rejected.text).toContain('The password is incorrect.');
    const limited = await browser.submit(form);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await erasures.find(table(), user.user_id)).toBeUndefined();
  });

  it('schedules one erasure and sends one mail if it is sent several times at once', async () => {
    const { user, browser, form } = await openDeletionPage();
    const forged = { ...form, form_token: 'wrong' };
    // Starts two instances of the function, because one that starts late would miss the race.
    await submitAtOnce(browser, [forged, forged]);
    await browser.open(toUrl('account/deletion/'));
    const results = await submitAtOnce(browser, [form, form]);
    for (const { text } of results) expect(text).toContain('Keep my account');
    const first = await erasures.find(table(), user.user_id);
    await browser.submit(form);
    expect((await erasures.find(table(), user.user_id))?.id).toBe(first?.id);

    const received = await listMail(service, user.email);
    const announced = received.filter(({ subject }) => subject === announcement);
    expect(announced).toHaveLength(1);
  });
});

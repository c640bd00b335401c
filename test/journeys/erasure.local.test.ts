import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import * as erasures from '#functions/auth/erasure/erasure.store.ts';
import { attemptLimits } from '#functions/auth/rate-limit/limits.ts';
import { dumpTable } from '#kit/canaries.ts';
import { watch } from '#kit/data-sources.ts';
import { porridge } from '#kit/diary.ts';
import { newUser, type TestUser, table } from '#kit/fixtures.ts';
import {
  fillUriTemplate,
  tinyImage,
  type UploadedImage,
  uploadImage,
} from '#kit/images.ts';
import { findMail, listMail } from '#kit/inbox.ts';
import { newParties, type Parties } from '#kit/oauth-parties.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { type Send, send } from '#kit/send.ts';
import { sendFrom } from '#kit/send-from.ts';
import { newVisitor, type Visitor } from '#kit/visitor.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toLogHash } from '#shared/runtime/log-hash.ts';
import { type Key, keys } from '#shared/table/keys.ts';

let service: LocalService;
const lines: string[] = [];

beforeAll(async () => {
  service = await startServiceWithOwnClock({}, (line) => void lines.push(line));
});

afterAll(() => service.close());

/** Seconds. */
const hour = 3600;
const newAddress = () => `127.${[...randomBytes(3)].join('.')}`;
const toUrl = (path: string) => `${service.urls.auth}/v7.1/oauth2/${path}`;
const findTitle = ({ text }: { text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
const sendToService: Send = (method, path, options) =>
  send(service.urls, method, path, options);
const newBrowser = (address = newAddress()) =>
  newVisitor(sendFrom(address, service.urls), service.urls.auth);

async function signIn(
  { email, password }: TestUser,
  visitor = newBrowser(),
): Promise<Visitor> {
  await visitor.open(toUrl('sign-in/?continue=account'));
  await visitor.submit({ email, password });
  return visitor;
}

/** Advances the clock, then runs what is due and processes all messages. */
async function passTime(seconds: number): Promise<void> {
  service.clock.advance(seconds);
  await service.runSchedules();
  await service.drainQueues();
}

/** Signs in and requests the deletion of the account. */
async function requestDeletion(user: TestUser): Promise<Visitor> {
  const visitor = await signIn(user);
  await visitor.open(toUrl('account/deletion/'));
  await visitor.submit({ action: 'delete', current: user.password });
  return visitor;
}

/** Requests another email on the page about sign-in and security. */
async function requestEmailChange(
  visitor: Visitor,
  { password }: TestUser,
  email: string,
) {
  await visitor.open(toUrl('account/security/'));
  await visitor.submit({ action: 'change_email', email, current: password });
}

/**
 * Stores data of every kind that a service on one machine keeps for a user, and requests the
 * deletion of the account. Returns texts by which the data is found.
 */
async function storeEverything(
  { user, client }: Parties,
  token: string,
): Promise<string[]> {
  const [previous, unconfirmed] = [user.email, `new.${user.email}`];
  // The person asked for two links to create the account, and used the other one.
  const now = new Date(service.clock.now());
  const template = 'sign_up';
  const unusedLink = {
    purpose: template,
    template,
    email: previous,
    language: 'en',
  } as const;
  await emailLinks.create(table(), { ...unusedLink, user_id: newId(now) }, now);

  const email = `changed.${user.email}`;
  const visitor = await signIn(user);
  await requestEmailChange(visitor, user, email);
  await visitor.open(
    (await findMail(service, email, 'Confirm your new email address')).link,
  );
  await visitor.submit({});
  await requestEmailChange(visitor, user, unconfirmed);

  const bytes = Buffer.concat([tinyImage, Buffer.from(`bytes of ${user.user_id}`)]);
  const { body: image } = await uploadImage(sendToService, new Uint8Array(bytes), {
    token,
  });
  await fetch(fillUriTemplate(image, 40, 30));

  const food = { name: `food of ${user.user_id}` };
  const headers = { 'svc-client-id': client.client_id, 'svc-user-id': user.user_id };
  const json = { items: [{ ...porridge, food }] };
  await sendToService('POST', '/v2/diary', { host: 'diary', token, headers, json });
  const name = `watch of ${user.user_id}`;
  const source = { name, _embedded: { device: [watch] } };
  await sendToService('POST', '/v7.1/data_source/', { token, json: source });
  const started = await sendToService<UploadedImage>('POST', '/v7.1/user/self/export/', {
    token,
  });
  await service.drainQueues();

  await visitor.open(toUrl('account/deletion/'));
  await visitor.submit({ action: 'delete', current: user.password });
  const [imageLink] = image._links.self;
  const [exportLink] = started.body._links.self;
  return [
    user.user_id,
    previous,
    email,
    unconfirmed,
    imageLink.id,
    `bytes of ${user.user_id}`,
    food.name,
    name,
    exportLink.id,
  ];
}

/** Lists the ids in the keys of all items of a user. */
async function listIds(user_id: string): Promise<string[]> {
  const { pk } = keys.user(user_id);
  const collection = keys.ownedItems(user_id);
  const ranges = [{ pk }, { collection }];
  const items = await Promise.all(ranges.map((range) => table().query<Key>(range)));
  const text = items.flat().map((item) => `${item.pk} ${item.sk}`);
  return [...new Set(text.join(' ').match(/\b[0-9a-z]{36}\b/g))];
}

/** Returns those texts that are in the table, or in the name or content of a file of the service. */
async function findStored(texts: readonly string[]): Promise<string[]> {
  const folder = dirname(service.mailFolder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // Closing the file of the lock would release the lock of this process.
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'lock');
  const contents = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  );
  const names = files.map(({ parentPath, name }) =>
    decodeURIComponent(`${parentPath}/${name}`),
  );
  const everything = [await dumpTable(), ...names, ...contents].join('\n');
  return texts.filter((text) => everything.includes(text));
}

describe('the deletion of an account (U2)', () => {
  it('is announced by mail, signs out other browsers, and can be cancelled on the page', async () => {
    const user = await newUser();
    const otherBrowser = await signIn(user);
    const visitor = await requestDeletion(user);
    const scheduled = await visitor.open(toUrl('account/deletion/'));
    expect(scheduled.text).toContain('Keep my account');
    expect(findTitle(await otherBrowser.open(toUrl('account/')))).toBe('Sign in');
    const mail = await findMail(service, user.email, 'Your account will be deleted');
    expect(mail?.link).toBe(toUrl('sign-in/?continue=account'));

    await visitor.open(toUrl('account/deletion/'));
    const kept = await visitor.submit({ action: 'keep' });
    expect(kept.text).toContain('The deletion is cancelled.');
    await findMail(service, user.email, 'Your account is kept');
    service.clock.advance(73 * hour);
    await service.runSchedules();
    expect(findTitle(await (await signIn(user)).open(toUrl('account/')))).toBe(
      'Your account',
    );
  });

  it('is cancelled by a sign-in, as the page and a mail report', async () => {
    const user = await newUser();
    await requestDeletion(user);
    const visitor = newBrowser();
    await visitor.open(toUrl('sign-in/?continue=data'));
    const kept = await visitor.submit({ email: user.email, password: user.password });
    expect([kept.status, findTitle(kept)]).toEqual([200, 'Your account is kept']);
    expect(kept.text).toContain(`href="${toUrl('account/data/')}"`);
    await findMail(service, user.email, 'Your account is kept');
    expect((await visitor.open(toUrl('account/data/'))).status).toBe(200);
    const erasure = await erasures.find(table(), user.user_id);
    expect(erasure?.state).toBe('cancelled');
  });

  it('starts after 72 hours, until which applications work, and leaves no data of the user', async () => {
    const parties = await newParties({ send: sendToService, ...service });
    const { user, newCode, redeem } = parties;
    const { body: tokens } = await redeem(await newCode());
    const token = tokens.access_token;
    const getUser = () => sendToService('GET', '/v7.1/user/self/', { token });
    const bystander = await newUser();
    await signIn(bystander);
    const stored = await storeEverything(parties, token);
    expect(await findStored(stored)).toEqual(stored);

    expect((await getUser()).status).toBe(200);
    const connection_id = await addRemoteConnection(user.user_id, { type: 'polar' });
    const ids = await listIds(user.user_id);
    expect(ids).toContain(connection_id);

    await passTime(71.9 * hour);
    expect((await getUser()).status).toBe(200);
    await passTime(0.2 * hour);
    expect((await getUser()).status).toBe(401);
    const revoked = lines.filter((line) => line.includes(toLogHash(connection_id)));
    expect(revoked.some((line) => line.includes('provider_access_'))).toBe(true);

    for (let run = 0; run < 3; run += 1) await passTime(hour / 6);
    expect(await findStored([...stored, ...ids])).toEqual([]);
    const log = lines.join('\n');
    const user_hash = toLogHash(user.user_id);
    const started = lines.filter((line) => line.includes('"event":"erasure_started"'));
    expect(started.filter((line) => line.includes(user_hash))).toHaveLength(1);
    expect([...stored, ...ids].filter((text) => log.includes(text))).toEqual([]);
    await findMail(service, bystander.email, 'New sign-in to your account');
    const visitor = await signIn(user);
    expect((await visitor.reopen()).text).toContain('Sign in');
  });
});

describe('the form that deletes an account', () => {
  it('needs the password, within the rate limits of sign-in', async () => {
    const user = await newUser();
    const visitor = await signIn(user);
    await visitor.open(toUrl('account/deletion/'));
    const rejected = await visitor.submit({ action: 'delete', current: 'wrong' });
    expect(rejected.status).toBe(403);
    expect(rejected.text).toContain('The password is incorrect.');

    const { account_on_trusted_device: limit } = attemptLimits;
    for (let attempt = 1; attempt < limit; attempt += 1)
      await visitor.submit({ action: 'delete', current: 'wrong' });
    const limited = await visitor.submit({ action: 'delete', current: user.password });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await erasures.find(table(), user.user_id)).toBeUndefined();
  });

  it('schedules one erasure and sends one mail if it is sent ten times at once', async () => {
    const user = await newUser();
    const visitor = await signIn(user);
    const form = await visitor.open(toUrl('account/deletion/'));
    const form_token = /name="form_token" value="([^"]*)"/.exec(form.text)?.[1] ?? '';
    const post = (token: string) =>
      sendFrom(newAddress(), service.urls)('POST', '/v7.1/oauth2/account/deletion/', {
        host: 'auth',
        headers: { Cookie: visitor.getCookieHeader() },
        form: { action: 'delete', current: user.password, form_token: token },
      });
    const postAtOnce = async (token: string) => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => post(token)));
      return new Set(responses.map(({ status }) => status));
    };
    // Starts the instances of the function, because those that start late would miss the race.
    expect(await postAtOnce('wrong')).toEqual(new Set([403]));
    expect(await postAtOnce(form_token)).toEqual(new Set([303]));
    const first = await erasures.find(table(), user.user_id);
    await post(form_token);
    expect((await erasures.find(table(), user.user_id))?.id).toBe(first?.id);

    const received = await listMail(service, user.email);
    const announced = received.filter(
      ({ subject }) => subject === 'Your account will be deleted',
    );
    expect(announced).toHaveLength(1);
  });

  it('is shown only to people who are signed in', async () => {
    const opened = await newBrowser().open(toUrl('account/deletion/'));
    expect(findTitle(opened)).toBe('Sign in');
  });
});

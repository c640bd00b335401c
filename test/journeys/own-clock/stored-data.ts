import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import { dumpTable, listUserItems } from '#kit/canaries.ts';
import { watch } from '#kit/data-sources.ts';
import { porridge } from '#kit/diary.ts';
import { type TestUser, table } from '#kit/fixtures.ts';
import {
  fillUriTemplate,
  tinyImage,
  type UploadedImage,
  uploadImage,
} from '#kit/images.ts';
import { findMail } from '#kit/inbox.ts';
import type { Parties } from '#kit/oauth-parties.ts';
import type { TestBrowser } from '#kit/test-browser.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { TimedService } from './service.ts';

/** Stores a link for an account that the person created with another link. */
async function storeUnusedLink(service: TimedService, email: string): Promise<void> {
  const now = service.getNow();
  const template = 'sign_up';
  const link = { purpose: template, template, email, language: 'en' } as const;
  await emailLinks.create(table(), { ...link, user_id: newId(now) }, now);
}

/** Changes the email, and requests one more change. Returns the new emails. */
async function changeEmails(
  service: TimedService,
  browser: TestBrowser,
  { email, password }: TestUser,
): Promise<string[]> {
  const [changed, unconfirmed] = [`changed.${email}`, `new.${email}`];
  const requestChange = async (to: string) => {
    await browser.open(service.toUrl('account/security/'));
    await browser.submit({ action: 'change_email', email: to, current: password });
  };
  await requestChange(changed);
  const mail = await findMail(service, changed, 'Confirm your new email address');
  await browser.open(mail.link);
  await browser.submit({});
  await requestChange(unconfirmed);
  return [changed, unconfirmed];
}

/**
 * Stores data of every kind that a service on one machine keeps for the user who is signed in.
 * Returns texts by which the data is found.
 */
export async function storeEverything(
  service: TimedService,
  browser: TestBrowser,
  { user, client }: Parties,
  token: string,
): Promise<string[]> {
  const { send } = service;
  const { user_id, email } = user;
  await storeUnusedLink(service, email);
  const newEmails = await changeEmails(service, browser, user);

  const bytes = Buffer.concat([tinyImage, Buffer.from(`bytes of ${user_id}`)]);
  const { body: image } = await uploadImage(send, new Uint8Array(bytes), { token });
  await fetch(fillUriTemplate(image, 40, 30));

  const food = { name: `food of ${user_id}` };
  const headers = { 'svc-client-id': client.client_id, 'svc-user-id': user_id };
  const json = { items: [{ ...porridge, food }] };
  await send('POST', '/v2/diary', { host: 'diary', token, headers, json });
  const name = `watch of ${user_id}`;
  const source = { name, _embedded: { device: [watch] } };
  await send('POST', '/v7.1/data_source/', { token, json: source });
  const options = { token };
  const started = await send<UploadedImage>('POST', '/v7.1/user/self/export/', options);
  await service.drainQueues();

  const [imageLink] = image._links.self;
  const [exportLink] = started.body._links.self;
  const texts = [user_id, email, ...newEmails, imageLink.id, `bytes of ${user_id}`];
  return [...texts, food.name, name, exportLink.id];
}

/** Lists the ids in the keys of all items of a user. */
export async function listIds(user_id: string): Promise<string[]> {
  const items = await listUserItems(user_id);
  const text = items.map((item) => `${item.pk} ${item.sk}`);
  return [...new Set(text.join(' ').match(/\b[0-9a-z]{36}\b/g))];
}

/** Returns those texts that are in items of the user, or in a file of the service. */
export async function findStoredForUser(
  service: TimedService,
  user_id: string,
  texts: readonly string[],
): Promise<string[]> {
  const stored = `${JSON.stringify(await listUserItems(user_id))}\n${await dumpFiles(service)}`;
  return texts.filter((text) => stored.includes(text));
}

/** Returns those texts that are anywhere in the table, or in a file of the service. */
export async function findStored(
  service: TimedService,
  texts: readonly string[],
): Promise<string[]> {
  const stored = `${await dumpTable()}\n${await dumpFiles(service)}`;
  return texts.filter((text) => stored.includes(text));
}

/** Returns the names and contents of all files of the service, except those of its table. */
async function dumpFiles({ mailFolder }: TimedService): Promise<string> {
  const folder = dirname(mailFolder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // Closing the file of the lock would release the lock of this process. The table has a dump; its
  // file also has the bytes of deleted items, and the changes of the last 24 hours.
  const files = entries.filter(
    (entry) => entry.isFile() && !/^(lock$|dynamodb\.)/.test(entry.name),
  );
  const contents = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  );
  const names = files.map(({ parentPath, name }) =>
    decodeURIComponent(`${parentPath}/${name}`),
  );
  return [...names, ...contents].join('\n');
}

import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import { dumpTable } from '#kit/canaries.ts';
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
import type { Visitor } from '#kit/visitor.ts';
import { newId } from '#shared/runtime/ids.ts';
import { type Key, keys } from '#shared/table/keys.ts';
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
  visitor: Visitor,
  { email, password }: TestUser,
): Promise<string[]> {
  const [changed, unconfirmed] = [`changed.${email}`, `new.${email}`];
  const requestChange = async (to: string) => {
    await visitor.open(service.toUrl('account/security/'));
    await visitor.submit({ action: 'change_email', email: to, current: password });
  };
  await requestChange(changed);
  const mail = await findMail(service, changed, 'Confirm your new email address');
  await visitor.open(mail.link);
  await visitor.submit({});
  await requestChange(unconfirmed);
  return [changed, unconfirmed];
}

/**
 * Stores data of every kind that a service on one machine keeps for the user who is signed in.
 * Returns texts by which the data is found.
 */
export async function storeEverything(
  service: TimedService,
  visitor: Visitor,
  { user, client }: Parties,
  token: string,
): Promise<string[]> {
  const { send } = service;
  const { user_id, email } = user;
  await storeUnusedLink(service, email);
  const newEmails = await changeEmails(service, visitor, user);

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
  const { pk } = keys.user(user_id);
  const collection = keys.ownedItems(user_id);
  const ranges = [{ pk }, { collection }];
  const items = await Promise.all(ranges.map((range) => table().query<Key>(range)));
  const text = items.flat().map((item) => `${item.pk} ${item.sk}`);
  return [...new Set(text.join(' ').match(/\b[0-9a-z]{36}\b/g))];
}

/** Returns those texts that are in the table, or in the name or content of a file of the service. */
export async function findStored(
  { mailFolder }: TimedService,
  texts: readonly string[],
): Promise<string[]> {
  const folder = dirname(mailFolder);
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

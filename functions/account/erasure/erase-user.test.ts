import { PassThrough } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountKeys } from '#functions/account/account.keys.ts';
import { openExportUploads } from '#functions/account/export/export-files.ts';
import { toArchiveKey } from '#functions/account/export/export-keys.ts';
import { keys } from '#functions/account/item-kinds.ts';
import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { emailLinkKeys } from '#functions/auth/email-link/email-link.keys.ts';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import * as accounts from '#functions/auth/identity/account.store.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import type { ErasureReceipt } from '#functions/auth/identity/erasure.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { findConnectionIds } from '#functions/connections/connection/remote-connection.store.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { toImportFileKey } from '#functions/diary/file-import/import-file-keys.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import * as devices from '#functions/main/device/device.store.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { toOriginalKey, toVariantKey } from '#functions/main/image/image.store.ts';
import { dumpTable, listUserItems } from '#kit/canaries.ts';
import {
  openErasureStores,
  runErasureToEnd,
  runNextErasure,
  toErasureDeps,
} from '#kit/erasure.ts';
import { addEvents } from '#kit/event-log.ts';
import { failAt } from '#kit/failing-stores.ts';
import { newOwnClient, newUser, table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { discoverDefinitions } from '#lib/endpoints.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { type Key, toOwnedAttributes, toOwnerPartition } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type ItemKind, itemKinds } from '../item-kinds.ts';
import definition from './erase/function.ts';
import { runDueErasures, runErasure, settleMs } from './run-erasures.ts';

// The audit events of erasures are not output of the tests.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

/** So late that the schedule of a deployed stack does not erase the users itself. */
const start = new Date('2100-11-20T12:00:00Z');
const sizes = ['original', 'w_320,h_'];

/** Writes the files of an image. */
async function storeFiles(id: string): Promise<void> {
  const { originals, variants } = openErasureStores();
  const file = { bytes: Buffer.from(`bytes of ${id}`), type: 'image/png' };
  await originals.put(toOriginalKey(id), file);
  for (const size of sizes) await variants.put(toVariantKey(id, size), file);
}

/** Returns the attributes that an item of a kind needs in addition to its text. */
function buildAttributes(kind: ItemKind, user_id: string, key: Key): object {
  const { place } = itemKinds[kind].erase;
  if (kind === 'imageVariants') return { sizes: new Set(sizes) };
  // The erasure releases the account at the provider, whose key contains the type.
  if (kind === 'remoteConnection') return { type: 'zepp' };
  return place === 'owned_items' ? { user_id, ...toOwnedAttributes(user_id, key) } : {};
}

/** Every kind of item that an erasure removes, but for the account that each user has. */
const allKinds = (Object.keys(itemKinds) as ItemKind[]).filter((kind) => {
  const { place } = itemKinds[kind].erase;
  const isOther = !['erasure', 'user', 'credentials'].includes(kind);
  return isOther && place !== 'not_personal' && place !== 'expires';
});

/** One kind of each way in which items are erased. */
const someKinds: readonly ItemKind[] = [
  'diaryDay',
  'remoteConnection',
  'providerAccount',
  'image',
  'imageVariants',
];

/** Lists the keys of the files of an import, whether they are kept or not. */
function listImportFileKeys(user_id: string, id: string): string[] {
  const files = [
    { id, keeps_file: false },
    { id, keeps_file: true },
  ];
  return files.map((file) => toImportFileKey(user_id, file));
}

/** Returns how many files of imports exist. */
async function countImportFiles({ user_id, image_id }: UserWithItems): Promise<number> {
  const { importFiles } = openErasureStores();
  const keys = listImportFileKeys(user_id, image_id);
  const found = await Promise.all(keys.map((key) => importFiles.get(key)));
  return found.filter((file) => file !== undefined).length;
}

/** Creates a user with an item of each of these kinds, the files of an image, and an archive. */
async function newUserWith(kinds: readonly ItemKind[]) {
  const user = await newUser();
  const { user_id } = user;
  const id = newId(start);
  const items = kinds.map((kind) => {
    const { place } = itemKinds[kind].erase;
    const key = keys[kind](place === 'partition' ? user_id : id, id);
    const attributes = buildAttributes(kind, user_id, key);
    return { ...key, ...attributes, text: `text of ${user_id}` };
  });
  await putItems(items);
  await storeFiles(id);
  const archive = { bytes: Buffer.from('archive'), type: 'application/zip' };
  await openErasureStores().exportFiles.put(toArchiveKey(user_id, id, id), archive);
  for (const key of listImportFileKeys(user_id, id))
    await openErasureStores().importFiles.put(key, archive);
  return { ...user, image_id: id };
}

/** A user with items, the files of an image, and an archive. */
type UserWithItems = Awaited<ReturnType<typeof newUserWith>>;

/** Requests an erasure without a pause. */
function requestErasure(user_id: string) {
  const request = { user_id, reason: 'operator', language: 'en' } as const;
  return erasures.schedule(table(), { ...request, isImmediate: true }, () => ({}), start);
}

/** Erases a user without a pause. */
async function eraseUser(user_id: string): Promise<void> {
  await requestErasure(user_id);
  await runErasureToEnd(user_id);
}

/** Returns the files of an image that exist. */
async function findFiles(id: string): Promise<string[]> {
  const { originals, variants } = openErasureStores();
  const found = [await originals.get(toOriginalKey(id))];
  for (const size of sizes) found.push(await variants.get(toVariantKey(id, size)));
  return found.flatMap((file) => (file ? [file.bytes.toString()] : []));
}

/** Uploads the first part of an archive. Returns a function that completes the upload. */
async function startUpload({ user_id }: UserWithItems) {
  const partUploaded = Promise.withResolvers<void>();
  const meter = { ...newMeter(), count: () => partUploaded.resolve() };
  const archive = new PassThrough();
  archive.write(Buffer.alloc(6 * 1024 * 1024));
  const key = toArchiveKey(user_id, newId(start), newId(start));
  const uploaded = openExportUploads(meter).upload(key, 'application/zip', archive);
  await partUploaded.promise;
  return () => {
    archive.end();
    return uploaded;
  };
}

const before = new Date(start.getTime() - 3_600_000);

const findArchive = ({ user_id, image_id }: UserWithItems) =>
  openErasureStores().exportFiles.get(toArchiveKey(user_id, image_id, image_id));

const toViewer = (user_id: string) => ({ user_id, hidden_types: [], scope: 'read' });

describe('an erasure of a user with everything', () => {
  const ownDevice = { manufacturer: 'Acme', model: newId(start) };
  const sharedDevice = { manufacturer: 'Acme', model: newId(start) };
  let sharedId: string;
  let user: UserWithItems;
  let otherUser: UserWithItems;
  let otherItems: Key[];
  let erasureId: string;
  /** The texts of the whole table after the erasure. */
  let dump: string;
  let completeUpload: () => Promise<unknown>;
  let completeOtherUpload: () => Promise<unknown>;

  beforeAll(async () => {
    user = await newUserWith(allKinds);
    otherUser = await newUserWith(allKinds);
    otherItems = await listUserItems(otherUser.user_id);
    await devices.findOrCreate(table(), user, ownDevice, start);
    const { id } = await devices.findOrCreate(table(), user, sharedDevice, start);
    sharedId = id;
    await devices.findOrCreate(table(), otherUser, sharedDevice, start);
    completeUpload = await startUpload(user);
    completeOtherUpload = await startUpload(otherUser);

    const erasure = await requestErasure(user.user_id);
    erasureId = erasure.id;
    await runErasureToEnd(user.user_id);
    dump = await dumpTable();
  });

  it('erases the log of events, which a late record does not begin again', async () => {
    const { user_id } = await newUser();
    await addEvents(user_id, 3);
    await eraseUser(user_id);
    await addEvents(user_id);
    const pk = toOwnerPartition(user_id);
    expect(await table().query({ pk })).toEqual([]);
  });

  it('removes every kind of item and file', async () => {
    for (const text of [user.user_id, user.email, user.image_id])
      expect(dump.includes(text)).toBe(false);
    expect(await findFiles(user.image_id)).toEqual([]);
    expect(await findArchive(user)).toBeUndefined();
    expect(await countImportFiles(user)).toBe(0);
  });

  it('removes a device that only the user has named, and leaves one that others have', async () => {
    expect(dump.includes(ownDevice.model)).toBe(false);
    const anybody = toViewer(newId(start));
    expect(await devices.find(table(), anybody, sharedId)).toMatchObject(sharedDevice);
  });

  it('removes nothing of others', async () => {
    expect(await findArchive(otherUser)).toBeDefined();
    expect(await countImportFiles(otherUser)).toBe(2);
    expect(await listUserItems(otherUser.user_id)).toEqual(otherItems);
    expect(await findFiles(otherUser.image_id)).toHaveLength(3);
  });

  it('removes an export that is being written', async () => {
    await expect(completeUpload()).rejects.toThrow('The upload does not exist');
    await completeOtherUpload();
  });

  it('leaves a receipt that counts the items and does not name the user', async () => {
    const receipt = await table().get<ErasureReceipt>(
      accountKeys.erasureReceipt(erasureId),
    );
    // One email item is that of the user's own email, and the other is the item of this kind.
    expect(receipt).toMatchObject({
      reason: 'operator',
      counts: { user: 1, credentials: 1, email: 2, diaryDay: 1, image: 1 },
    });
    expect(JSON.stringify(receipt)).not.toContain(user.user_id);
  });
});

describe('an erasure', () => {
  it('continues after its process ends before any write to a store', async () => {
    const { user_id, image_id } = await newUserWith(someKinds);
    const { id } = await requestErasure(user_id);
    let failingWrite = 1;
    let isRunning = true;
    while (isRunning) {
      const { stores, hasFailed } = failAt(openErasureStores(), failingWrite, {
        onlyWrites: true,
      });
      const ended = runNextErasure(user_id, stores).then((at) => at === undefined);
      isRunning = !(await ended.catch(() => false));
      // Each run ends one write later than the one before, until a run is complete.
      failingWrite = hasFailed() ? failingWrite + 1 : 1;
    }
    expect(await table().get(accountKeys.erasureReceipt(id))).toBeDefined();
    expect(await listUserItems(user_id)).toEqual([]);
    expect(await findFiles(image_id)).toEqual([]);
  });

  it('ends with a receipt in a later run, even if the first finds nothing, and each write fails once', async () => {
    const user_id = newId(start);
    const { id } = await requestErasure(user_id);
    await runNextErasure(user_id);
    let failingWrite = 1;
    while (await erasures.find(table(), user_id)) {
      const { stores } = failAt(openErasureStores(), failingWrite, { onlyWrites: true });
      await runNextErasure(user_id, stores).catch(() => undefined);
      failingWrite += 1;
    }
    expect(failingWrite).toBeGreaterThan(1);
    expect(await table().get(accountKeys.erasureReceipt(id))).toBeDefined();
  });

  it('leaves what belongs to others, even if the index still lists it for the user', async () => {
    const { user_id } = await newUser();
    const other = await newUserWith(['image']);
    for (const key of [imageKeys.image(other.image_id), identityKeys.email(other.email)])
      await table().update(key, { set: toOwnedAttributes(user_id, key) }, exists);
    await requestErasure(user_id);
    await runNextErasure(user_id);
    const identity = await identities.findByEmail(table(), other.email);
    expect(identity?.user_id).toBe(other.user_id);
    expect(await findFiles(other.image_id)).toHaveLength(3);
  });

  it('of the first user of a device, while a second one names it, leaves it to the second', async () => {
    const model = { manufacturer: 'Acme', model: newId(start) };
    const whole = table();
    const { id } = await devices.findOrCreate(whole, { user_id: 'first' }, model, start);
    const erasing: Table = {
      ...whole,
      update: async (key, change, condition) => {
        await whole.delete(key, exists);
        return whole.update(key, change, condition);
      },
    };
    await devices.findOrCreate(erasing, { user_id: 'second' }, model, start);
    expect(await devices.find(whole, toViewer('second'), id)).toMatchObject(model);
    expect(await devices.find(whole, toViewer('first'), id)).toBeUndefined();
  });

  it('that fails does not stop those after it, but the run of the schedule fails at its end', async () => {
    const ids = [newId(start), newId(start)] as const;
    const [first] = ids;
    for (const user_id of ids) await requestErasure(user_id);
    const whole = table();
    const failing: Table = {
      ...whole,
      get: (key) =>
        key.pk === identityKeys.erasure(first).pk
          ? Promise.reject(new Error('failed'))
          : whole.get(key),
      // Only these two are due, so no erasure of another test runs.
      query: async <R extends object>(range: Parameters<Table['query']>[0]) => {
        const items = await whole.query<R & Key>(range);
        return items.filter(({ pk }) =>
          ids.some((id) => pk === identityKeys.erasure(id).pk),
        );
      },
    };
    const deps = toErasureDeps({ ...openErasureStores(), table: failing }, start);
    await expect(runDueErasures(deps)).rejects.toThrow('1 erasures have failed.');
    const found = await Promise.all(ids.map((id) => erasures.find(table(), id)));
    expect(found.map((erasure) => erasure?.started_datetime)).toEqual([
      undefined,
      start.toISOString(),
    ]);
  });

  it('deletes the item of a deleted image after those that name its variants', async () => {
    const { user_id, image_id } = await newUserWith(['image', 'imageVariants']);
    await requestErasure(user_id);
    await runNextErasure(user_id, openErasureStores());
    let failingWrite = 1;
    while (await table().get(imageKeys.deletedImage(user_id, image_id))) {
      const { stores } = failAt(openErasureStores(), failingWrite, { onlyWrites: true });
      await runNextErasure(user_id, stores).catch(() => undefined);
      failingWrite += 1;
    }
    expect(await table().get(imageKeys.imageVariants(image_id))).toBeUndefined();
  });

  it('is run once at a time', async () => {
    const { user_id } = await newUser();
    const { collection_sk = '' } = await requestErasure(user_id);
    const runs = Array.from({ length: 4 }, () =>
      runErasure(toErasureDeps(openErasureStores(), start), { user_id, collection_sk }),
    );
    const leases = await Promise.all(runs);
    expect(leases.filter(Boolean)).toHaveLength(1);
  });

  it('erases what requests in flight write after the first run', async () => {
    const { user_id, image_id } = await newUserWith(someKinds);
    await requestErasure(user_id);
    await runNextErasure(user_id, openErasureStores());

    // An upload, a diary entry, and a rendering of the image that had read the original before.
    const id = newId(start);
    const imageKey = imageKeys.image(id);
    const owned = toOwnedAttributes(user_id, imageKey);
    await table().put({ ...imageKey, ...owned, user_id, id }, isNew);
    await table().put({ ...imageKeys.imageVariants(id), sizes: new Set(sizes) }, isNew);
    await storeFiles(id);
    await storeFiles(image_id);
    await table().put({ ...dayKeys.diaryDay(user_id, '2026-11-20'), entries: [] }, isNew);

    await eraseUser(user_id);
    expect(await listUserItems(user_id)).toEqual([]);
    expect([...(await findFiles(id)), ...(await findFiles(image_id))]).toEqual([]);
  });

  it('disables the user before it deletes anything', async () => {
    const { user_id } = await newUserWith(someKinds);
    await requestErasure(user_id);
    // The first calls lease the erasure and disable the user. The 12th fails during the deletions.
    const { stores } = failAt(openErasureStores(), 12);
    await expect(runNextErasure(user_id, stores)).rejects.toThrow();
    const profile = await table().get<{ disabled_datetime?: string }>(
      identityKeys.user(user_id),
    );
    expect(profile?.disabled_datetime).toBe(start.toISOString());
  });

  it('deletes one file of an image at a time', async () => {
    const { user_id, image_id } = await newUserWith(['image']);
    const manySizes = new Set(['w_1,h_', 'w_2,h_', 'w_3,h_']);
    await table().put({ ...imageKeys.imageVariants(image_id), sizes: manySizes }, isNew);
    let deletions = 0;
    let maxDeletions = 0;
    const stores = openErasureStores();
    const deleteFile = async (key: string) => {
      deletions += 1;
      maxDeletions = Math.max(maxDeletions, deletions);
      await stores.variants.delete(key);
      deletions -= 1;
    };
    await requestErasure(user_id);
    await runNextErasure(user_id, {
      ...stores,
      variants: { ...stores.variants, delete: deleteFile },
    });
    expect(maxDeletions).toBe(1);
  });

  it('waits longer than a request that began during a run can take', async () => {
    const { endpoints, consumers, functions } = await discoverDefinitions();
    const others = [
      ...endpoints.map(({ endpoint }) => endpoint),
      // A run of an export deletes its archive itself if the user was erased meanwhile, and an
      // import writes nothing more after its item is gone.
      ...consumers.flatMap(({ consumer }) =>
        ['Export', 'FileImport', 'ExportImport'].includes(consumer.name) ? [] : consumer,
      ),
      ...functions.flatMap(({ definition: other }) =>
        other.summary === definition.summary ? [] : other,
      ),
    ];
    const longestTimeout = Math.max(...others.map(({ timeout = 0 }) => timeout));
    const { timeout = 0 } = definition;
    /** API Gateway and the authorizer cache a decision for this many seconds. */
    const decisionLifetime = 60;
    const longestSeconds = timeout + decisionLifetime + longestTimeout;
    expect(settleMs).toBeGreaterThanOrEqual(longestSeconds * 1000);
  });

  it('removes sign-up links that were sent to the address before the erasure', async () => {
    const { user_id, email } = await newUser();
    const createLink = (purpose: 'sign_up' | 'email_change', at: Date) => {
      const link = { purpose, email, language: 'en', template: undefined };
      return emailLinks.create(table(), { ...link, user_id: newId(at) }, at);
    };
    const links = [
      await createLink('sign_up', before),
      await createLink('email_change', before),
      await createLink('sign_up', new Date(start.getTime() + 1)),
    ];
    await eraseUser(user_id);
    const found = await Promise.all(
      links.map((link) => table().get(emailLinkKeys.emailLink(link.user_id, link.id))),
    );
    expect(found.map((link) => link !== undefined)).toEqual([false, true, true]);
  });

  it('unblocks the address, unless it was blocked after the account was gone', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const why = { reason: 'bounce', detail: '' } as const;
    await blockedAddresses.block(table(), one.email, why, before);
    await blockedAddresses.block(
      table(),
      other.email,
      why,
      new Date(start.getTime() + 1),
    );
    for (const { user_id } of [one, other]) await eraseUser(user_id);
    expect(await blockedAddresses.find(table(), one.email, start)).toBeUndefined();
    expect(await blockedAddresses.find(table(), other.email, start)).toBeDefined();
  });

  it('leaves a new account that was created with the same email meanwhile', async () => {
    const { user_id, email, password } = await newUser();
    await requestErasure(user_id);
    await runNextErasure(user_id);
    const newPerson = { email, username: 'ann', display_name: 'Ann', password };
    const created = await accounts.create(table(), newPerson, start);

    await runErasureToEnd(user_id);
    expect(await listUserItems(user_id)).toEqual([]);
    const identity = await identities.findByEmail(table(), email);
    expect(identity?.user_id).toBe(created?.profile.id);
  });

  it('deletes a connection and the item of its account at once, wherever it is interrupted', async () => {
    const onlyWrites = { onlyWrites: true };
    for (let write = 1, isComplete = false; !isComplete; write += 1) {
      const { user_id } = await newUser();
      const account = { type: 'polar', remote_id: user_id };
      const id = await addRemoteConnection(user_id, account);
      await requestErasure(user_id);
      const { stores, hasFailed } = failAt(openErasureStores(), write, onlyWrites);
      await runNextErasure(user_id, stores).catch(() => undefined);
      isComplete = !hasFailed();

      const connection = await table().get(originKeys.remoteConnection(user_id, id));
      const ids = await findConnectionIds(table(), account);
      expect(ids !== undefined).toBe(connection !== undefined);
      if (isComplete) expect(connection).toBeUndefined();
    }
  });
});

describe('the applications that a user has registered', () => {
  it('are disabled, and no longer name the user or their address', async () => {
    const { user_id, email } = await newUser();
    const { client_id } = await newOwnClient(user_id, { contact: email });
    const other = await newOwnClient((await newUser()).user_id);
    await eraseUser(user_id);
    const client = await clients.find(table(), client_id);
    expect(client).toHaveProperty('disabled_datetime');
    expect(client).toHaveProperty('mail.template', 'application_without_owner');
    expect(JSON.stringify(client)).not.toContain(user_id);
    expect(JSON.stringify(client)).not.toContain(email);
    expect(isEnabled(await clients.find(table(), other.client_id))).toBe(true);
  });
});

describe('an erasure without a pause', () => {
  it('cannot be cancelled, even before its first run', async () => {
    const { user_id } = await newUser();
    await requestErasure(user_id);
    expect(await erasures.cancel(table(), user_id, {}, start)).toBe(false);
    expect(await erasures.find(table(), user_id)).toMatchObject({ state: 'running' });
  });

  it('replaces an erasure that a sign-in cancels meanwhile', async () => {
    const { user_id } = await newUser();
    const scheduled = { user_id, reason: 'person', language: 'en' } as const;
    await erasures.schedule(table(), scheduled, () => ({}), start);
    let writes = 0;
    const racingTable: Table<'put' | 'update'> = {
      ...table(),
      async put(item, condition) {
        writes += 1;
        // The second put is the one that replaces the scheduled erasure.
        if (writes === 2) await erasures.cancel(table(), user_id, {}, start);
        return table().put(item, condition);
      },
    };
    const immediate = { ...scheduled, reason: 'operator', isImmediate: true } as const;
    const erasure = await erasures.schedule(racingTable, immediate, () => ({}), start);
    expect(erasure).toMatchObject({ state: 'running', reason: 'operator' });
    expect(await erasures.find(table(), user_id)).toMatchObject({ state: 'running' });
  });
});

describe('an erasure during the pause', () => {
  const byPerson = { reason: 'person', language: 'en' } as const;

  it('is either cancelled or started', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { user_id } = await newUser();
      const request = { ...byPerson, user_id };
      const { collection_sk = '' } = await erasures.schedule(
        table(),
        request,
        () => ({}),
        start,
      );
      const due = { user_id, collection_sk };
      const [isCancelled, isStarted] = await Promise.all([
        erasures.cancel(table(), user_id, {}, start),
        runErasure(toErasureDeps(openErasureStores(), start), due),
      ]);
      expect(isCancelled).toBe(!isStarted);
    }
  });

  it('is scheduled once by concurrent requests, and again after it was cancelled', async () => {
    const { user_id } = await newUser();
    const request = { ...byPerson, user_id };
    const schedule = () => erasures.schedule(table(), request, () => ({}), start);
    const requests = await Promise.all(Array.from({ length: 10 }, schedule));
    const ids = new Set(requests.map(({ id }) => id));
    expect(ids.size).toBe(1);

    expect(await erasures.cancel(table(), user_id, {}, start)).toBe(true);
    expect(await erasures.cancel(table(), user_id, {}, start)).toBe(false);
    const again = await schedule();
    expect(ids).not.toContain(again.id);
    expect(await erasures.find(table(), user_id)).toMatchObject({ state: 'scheduled' });
  });
});

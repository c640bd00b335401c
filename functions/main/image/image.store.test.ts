import { describe, expect, it } from 'vitest';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { openErasureStores, runErasureToEnd } from '#kit/erasure.ts';
import { failAt } from '#kit/failing-stores.ts';
import { newUser, table } from '#kit/fixtures.ts';
import {
  createFaultyTable,
  createRefusingTable,
  isRepaired,
  sizeRefusals,
  transactionFaults,
} from '#kit/store-faults.ts';
import { createOnce } from '#shared/idempotency/idempotency.store.ts';
import { isNew } from '#shared/table/condition.ts';
import { type Key, toOwnedCollection } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { imageKeys } from './image.keys.ts';
import * as images from './image.store.ts';
import { toOriginalKey } from './image.store.ts';
import { type Image, maxImagesPerDay } from './image.ts';

/** A time so late that the schedule of a deployed stack does not erase the users itself. */
const at = new Date('2100-11-20T12:00:00Z');
const bytes = Buffer.from('bytes of an image');
const file = { bytes, type: 'image/png', width: 1, height: 1, frames: 1 } as const;
const { originals } = openErasureStores();

function buildImage(user_id: string, id: string): Image {
  return {
    id,
    user_id,
    href: '/v7.1/page/1337',
    rel: 'cover_photo',
    index: 0,
    type: file.type,
    width: file.width,
    height: file.height,
    bytes: bytes.length,
    created_datetime: at.toISOString(),
  };
}

/** Uploads an image as the endpoint does, and returns its id. */
async function upload(
  user_id: string,
  key: string | undefined,
  stores: { table: Table; originals: typeof originals } = { table: table(), originals },
): Promise<string> {
  const request = {
    user_id,
    client_id: 'app',
    resource: 'image',
    key,
    body: {},
    now: at,
  };
  const creation = await createOnce(stores.table, request, (id) =>
    images.toImageCreation(buildImage(user_id, id), at),
  );
  if (!('id' in creation)) throw new Error(creation.outcome);
  await images.storeFile(stores.originals, creation.id, file);
  return creation.id;
}

/** Lists the ids of a user's images. */
async function listIds(user_id: string): Promise<string[]> {
  const owned = await table().query<Key>({ collection: toOwnedCollection(user_id) });
  const { pk: prefix } = imageKeys.image('');
  return owned.flatMap(({ pk }) =>
    pk.startsWith(prefix) ? pk.slice(prefix.length) : [],
  );
}

async function eraseUser(user_id: string): Promise<void> {
  const request = { user_id, reason: 'operator', language: 'en' } as const;
  const isImmediate = true;
  await erasures.schedule(table(), { ...request, isImmediate }, () => ({}), at);
  await runErasureToEnd(user_id);
}

// An upload makes two store calls, so the third case is an upload that is not interrupted.
describe.each([undefined, 'key'])('an upload with the key %s', (key) => {
  it.each([1, 2, 3])(
    'leaves nothing after an erasure that ended at call %i',
    async (call) => {
      const { user_id } = await newUser();
      const { stores, hasFailed } = failAt({ table: table(), originals }, call);
      const isStored = await upload(user_id, key, stores).then(
        () => true,
        () => false,
      );
      expect(isStored).toBe(!hasFailed());
      const ids = await listIds(user_id);
      expect(ids).toHaveLength(call === 1 ? 0 : 1);

      await eraseUser(user_id);
      expect(await listIds(user_id)).toEqual([]);
      for (const id of ids)
        expect(await originals.get(toOriginalKey(id))).toBeUndefined();
    },
  );
});

it('a repeated upload stores the file that an interrupted one did not', async () => {
  const { user_id } = await newUser();
  const { stores } = failAt({ table: table(), originals }, 2);
  await expect(upload(user_id, 'key', stores)).rejects.toThrow();
  const id = await upload(user_id, 'key');
  expect(await listIds(user_id)).toEqual([id]);
  expect(await originals.get(toOriginalKey(id))).toBeDefined();
});

it.each(sizeRefusals)(
  'an image is too large if the store refuses it: $message',
  async (refusal) => {
    const { user_id } = await newUser();
    const stores = { table: createRefusingTable(refusal), originals };
    const uploaded = upload(user_id, 'key', stores);
    await expect(uploaded).rejects.toMatchObject({ code: 'item_too_large' });
  },
);

it.each(transactionFaults)(
  'an upload with a key stores one image if $cause meets the $tries try, and a repeat follows',
  async (fault) => {
    const { user_id } = await newUser();
    const stores = { table: createFaultyTable(fault), originals };
    const first = await upload(user_id, 'key', stores).catch(() => undefined);
    expect(first !== undefined).toBe(isRepaired(fault));
    expect(await listIds(user_id)).toEqual(first === undefined ? [] : [first]);
    const repeated = await upload(user_id, 'key');
    expect(await listIds(user_id)).toEqual([repeated]);
  },
);

it('a user has so many images on a day, counted exactly, and a repeat is no further one', async () => {
  const { user_id } = await newUser();
  const today = imageKeys.imagesOfDay(user_id, '2100-11-20');
  await table().put({ ...today, count: maxImagesPerDay - 2 }, isNew);
  const uploads = Array.from({ length: 5 }, (_, i) => upload(user_id, `key-${i}`));
  const outcomes = await Promise.allSettled(uploads);
  const stored = outcomes.flatMap((outcome, i) =>
    outcome.status === 'fulfilled' ? [{ id: outcome.value, key: `key-${i}` }] : [],
  );
  expect(stored).toHaveLength(2);
  for (const { id, key } of stored) expect(await upload(user_id, key)).toBe(id);
  expect(await table().get(today)).toMatchObject({ count: maxImagesPerDay });
  await expect(upload(user_id, undefined)).rejects.toThrow('refused');
});

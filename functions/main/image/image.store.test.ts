import { describe, expect, it } from 'vitest';
import * as erasures from '#functions/auth/erasure/erasure.store.ts';
import { openErasureStores, runErasureToEnd } from '#kit/erasure.ts';
import { failAt } from '#kit/failing-stores.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { toOriginalKey } from '#shared/objects/image-buckets.ts';
import { newId } from '#shared/runtime/ids.ts';
import * as images from './image.store.ts';
import type { Image } from './image.ts';

/** A time so late that the schedule of a deployed stack does not erase the users itself. */
const at = new Date('2100-11-20T12:00:00Z');
const bytes = Buffer.from('bytes of an image');
const file = { bytes, type: 'image/png', width: 1, height: 1, frames: 1 } as const;

/** Returns a new image of a user. */
function newImage(user_id: string): Image {
  return {
    id: newId(at),
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

async function eraseUser(user_id: string): Promise<void> {
  const request = { user_id, reason: 'operator', language: 'en' } as const;
  const isImmediate = true;
  await erasures.schedule(table(), { ...request, isImmediate }, () => ({}), at);
  await runErasureToEnd(user_id);
}

// An upload makes two store calls, so the third case is an upload that is not interrupted.
describe('an upload whose process ends before a store call', () => {
  it.each([1, 2, 3])('leaves nothing after an erasure (call %i)', async (call) => {
    const { user_id } = await newUser();
    const image = newImage(user_id);
    const { originals } = openErasureStores();
    const { stores, hasFailed } = failAt({ table: table(), originals }, call);
    const isStored = await images.create(stores, image, file).then(
      () => true,
      () => false,
    );
    expect(isStored).toBe(!hasFailed());

    const key = toOriginalKey(image.id);
    const hasItem = (await images.find(table(), image.id)) !== undefined;
    const hasFile = (await originals.get(key)) !== undefined;
    expect(hasItem || !hasFile).toBe(true);

    await eraseUser(user_id);
    expect(await originals.get(key)).toBeUndefined();
    expect(await images.find(table(), image.id)).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import { openErasureStores } from '#kit/erasure.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { deleteImage } from '../deleted-image.store.ts';
import { imageKeys } from '../image.keys.ts';
import { toOriginalKey } from '../image.store.ts';
import consumer from './consumer.ts';
import { handler } from './handler.ts';

async function deliver(message: object) {
  const event = { Records: [{ messageId: '1', body: JSON.stringify(message) }] };
  const context = { getRemainingTimeInMillis: () => 60_000 };
  const result = await handler(event as Parameters<typeof handler>[0], context);
  return result.batchItemFailures.length === 0 ? 'ack' : 'retry';
}

it('deletes the files at once, and again until renderings have ended', async () => {
  const { user_id } = await newPerson();
  const now = new Date();
  const id = newId(now);
  await table().put({ ...imageKeys.image(id), id, user_id }, isNew);
  const { originals } = openErasureStores();
  const file = { bytes: Buffer.from('bytes'), type: 'image/png' };
  await originals.put(toOriginalKey(id), file);
  await deleteImage(table(), { user_id, id }, now);

  const item = { ...imageKeys.deletedImage(user_id, id), id, deleted_datetime: '' };
  const message = consumer.rule.toMessage(item) ?? {};
  expect(await deliver(message)).toBe('retry');
  expect(await originals.get(toOriginalKey(id))).toBeUndefined();
  await originals.put(toOriginalKey(id), file);
  expect(await deliver(message)).toBe('retry');
  expect(await originals.get(toOriginalKey(id))).toBeUndefined();
});

it('has one message for an image, and nothing to do for one that is gone', async () => {
  const item = {
    ...imageKeys.deletedImage('ann', '1'),
    id: '1',
    deleted_datetime: '',
  };
  expect(consumer.rule.toMessage(item, item)).toBeUndefined();
  expect(await deliver(consumer.rule.toMessage(item) ?? {})).toBe('ack');
});

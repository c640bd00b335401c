import { describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { openErasureStores } from '#kit/erasure.ts';
import { issueUserToken, newClient, newPerson, table } from '#kit/fixtures.ts';
import { tinyImage, uploadImage } from '#kit/images.ts';
import { exists } from '#shared/table/condition.ts';
import { imageKeys } from '../image.keys.ts';
import { toOriginalKey } from '../image.store.ts';

const upload = async (token: string) => {
  const { body } = await uploadImage(callHandler, tinyImage, { token });
  return body._links.self[0];
};
const remove = (token: string, href: string) =>
  callHandler<object>('DELETE', href, { token });

describe('DELETE /image/{id}/', () => {
  it('deletes an image of the application once, in either version', async () => {
    const token = await issueUserToken(await newPerson());
    const { href, id } = await upload(token);
    expect((await remove(token, href.replace('v7.1', 'v7.0'))).status).toBe(204);
    expect((await callHandler('GET', href, { token })).status).toBe(404);
    expect(await table().get(imageKeys.image(id))).toBeUndefined();
    expect((await remove(token, href)).status).toBe(404);
  });

  it('hides images of other applications, users and releases, as if they did not exist', async () => {
    const person = await newPerson();
    const token = await issueUserToken(person);
    const ofOtherClient = await issueUserToken(person, await newClient());
    const ofOtherUser = await issueUserToken(await newPerson());
    const old = await upload(token);
    await table().update(imageKeys.image(old.id), { remove: ['client_id'] }, exists);

    const images = [await upload(ofOtherClient), await upload(ofOtherUser), old];
    const unknown = old.href.replaceAll(old.id, '0'.repeat(36));
    const { body } = await remove(token, unknown);
    for (const { href, id } of images) {
      const response = await remove(token, href);
      expect(response.status).toBe(404);
      const sameId = JSON.stringify(response.body).replaceAll(id, '0'.repeat(36));
      expect(JSON.parse(sameId)).toEqual({ ...body, request_id: expect.any(String) });
      expect((await callHandler('GET', href, { token })).status).toBe(200);
    }
  });

  it('ends what a key of an upload stands for: a retry stores nothing', async () => {
    const token = await issueUserToken(await newPerson());
    const options = { token, headers: { 'Idempotency-Key': 'a' } };
    const first = await uploadImage(callHandler, tinyImage, options);
    const [{ href, id }] = first.body._links.self;
    const { originals } = openErasureStores();
    expect((await remove(token, href)).status).toBe(204);
    await originals.delete(toOriginalKey(id));

    const retried = await uploadImage(callHandler, tinyImage, options);
    expect([retried.status, retried.body]).toEqual([201, first.body]);
    expect(await originals.get(toOriginalKey(id))).toBeUndefined();
  });
});

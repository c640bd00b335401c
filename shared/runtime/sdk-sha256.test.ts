import { createHash, createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { SdkSha256 } from './store-client.ts';

const text = Buffer.from('Grüße aus Zürich');

async function digestWith(hash: SdkSha256): Promise<string> {
  hash.update(text);
  return Buffer.from(await hash.digest()).toString('hex');
}

it('computes the HMAC with a key of any bytes', async () => {
  const key = Uint8Array.from({ length: 256 }, (_, index) => index);
  const expected = createHmac('sha256', key).update(text).digest('hex');
  for (const secret of [key, key.buffer])
    expect(await digestWith(new SdkSha256(secret))).toBe(expected);

  for (const part of [key.subarray(200, 232), randomBytes(32)])
    expect(await digestWith(new SdkSha256(part))).toBe(
      createHmac('sha256', part).update(text).digest('hex'),
    );
});

it('computes the HMAC with a key in UTF-8', async () => {
  const secret = 'AWS4Schlüssel';
  const expected = createHmac('sha256', secret).update(text).digest('hex');
  expect(await digestWith(new SdkSha256(secret))).toBe(expected);
});

it('computes the digest without a key', async () => {
  const expected = createHash('sha256').update(text).digest('hex');
  expect(await digestWith(new SdkSha256())).toBe(expected);
});

it('computes the same digest again after a reset', async () => {
  const hash = new SdkSha256('key');
  const first = await digestWith(hash);
  hash.reset();
  expect(await digestWith(hash)).toBe(first);
});

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Sha256Node } from './sdk/sha256.ts';

const text = Buffer.from('Grüße aus Zürich');

async function digestWith(hash: Sha256Node): Promise<string> {
  hash.update(text);
  return Buffer.from(await hash.digest()).toString('hex');
}

it('computes the HMAC with a key of any bytes', async () => {
  const key = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (const secret of [key, key.subarray(200, 232), randomBytes(32)]) {
    const expected = createHmac('sha256', secret).update(text).digest('hex');
    expect(await digestWith(new Sha256Node(secret))).toBe(expected);
  }
});

it('computes the HMAC with a key in UTF-8', async () => {
  const secret = 'AWS4Schlüssel';
  const expected = createHmac('sha256', secret).update(text).digest('hex');
  expect(await digestWith(new Sha256Node(secret))).toBe(expected);
});

it('computes the digest without a key', async () => {
  const expected = createHash('sha256').update(text).digest('hex');
  expect(await digestWith(new Sha256Node())).toBe(expected);
});

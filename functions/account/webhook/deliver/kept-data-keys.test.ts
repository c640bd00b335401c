import { expect, it } from 'vitest';
import {
  type DataKeyProvider,
  decryptEnvelope,
  encryptEnvelope,
} from '#shared/encryption/envelope.ts';
import { keepDataKeys } from './kept-data-keys.ts';

/** Wraps no key, and counts the calls. The first one can fail. */
function createProvider(isFailing = false) {
  const calls: Uint8Array[] = [];
  const provider: DataKeyProvider = {
    generate: async () => {
      const plaintext = Buffer.alloc(32, 1);
      return { plaintext, wrapped: Buffer.from(plaintext) };
    },
    unwrap: async (wrapped) => {
      calls.push(wrapped);
      if (isFailing && calls.length === 1) throw new Error('throttled');
      return Buffer.from(wrapped);
    },
  };
  return { calls, provider };
}

const context = { webhook_id: '1' };

it('unwraps a key once, and decrypts with it again and again', async () => {
  const { calls, provider } = createProvider();
  const envelope = await encryptEnvelope('secret', context, provider);
  const getKept = keepDataKeys(() => provider);
  for (let count = 0; count < 3; count += 1)
    expect(await decryptEnvelope(envelope, context, getKept())).toBe('secret');
  expect(calls).toHaveLength(1);
  const other = decryptEnvelope(envelope, { webhook_id: '2' }, getKept());
  await expect(other).rejects.toThrow();
  expect(calls).toHaveLength(2);
});

it('keeps no failure', async () => {
  const { provider } = createProvider(true);
  const envelope = await encryptEnvelope('secret', context, provider);
  const getKept = keepDataKeys(() => provider);
  await expect(decryptEnvelope(envelope, context, getKept())).rejects.toThrow();
  expect(await decryptEnvelope(envelope, context, getKept())).toBe('secret');
});

import { randomBytes } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generateText } from '#kit/any-text.ts';
import fc from '#kit/property.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { newId, toLogHash } from '../runtime/ids.ts';
import { openKeyFileDataKeys } from './data-keys.ts';
import {
  type DataKeyProvider,
  decryptEnvelope,
  type EncryptionContext,
  type Envelope,
  encryptEnvelope,
} from './envelope.ts';

const folder = createTemporaryFolder(afterAll);

async function newKeyFile(name: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  return file;
}

const dataKeys = openKeyFileDataKeys(await newKeyFile('key'));
const context = { user_id: 'ann', remote_connection_id: '1', type: 'garmin' };

describe('an envelope', () => {
  it('decrypts any text for the same context, in any order of its members', async () => {
    await fc.assert(
      fc.asyncProperty(generateText(), async (text) => {
        const envelope = await encryptEnvelope(text, context, dataKeys);
        const { user_id, ...others } = context;
        const reordered = { ...others, user_id };
        expect(await decryptEnvelope(envelope, reordered, dataKeys)).toBe(text);
      }),
      { numRuns: 30 },
    );
  });

  it('gives no ids to the provider of keys, which logs the context', async () => {
    const contexts: EncryptionContext[] = [];
    const dataKeysInMemory: Uint8Array[] = [];
    const logging: DataKeyProvider = {
      generate: async (keyContext) => {
        contexts.push(keyContext);
        const generated = await dataKeys.generate(keyContext);
        dataKeysInMemory.push(generated.plaintext);
        return generated;
      },
      unwrap: async (wrapped, keyContext) => {
        contexts.push(keyContext);
        const key = await dataKeys.unwrap(wrapped, keyContext);
        dataKeysInMemory.push(key);
        return key;
      },
    };
    const user_id = newId(new Date());
    const envelope = await encryptEnvelope('secret', { ...context, user_id }, logging);
    expect(await decryptEnvelope(envelope, { ...context, user_id }, logging)).toBe(
      'secret',
    );
    const logged = { ...context, user_id: toLogHash(user_id) };
    expect(contexts).toEqual([logged, logged]);
    // Each key is erased from memory after its use.
    expect(dataKeysInMemory.map((key) => Buffer.from(key))).toEqual([
      Buffer.alloc(32),
      Buffer.alloc(32),
    ]);
    const other = { ...context, user_id: newId(new Date()) };
    await expect(decryptEnvelope(envelope, other, dataKeys)).rejects.toThrow();
  });

  it('has a new key and a new ciphertext each time', async () => {
    const [one, other] = [
      await encryptEnvelope('secret', context, dataKeys),
      await encryptEnvelope('secret', context, dataKeys),
    ];
    expect(one.wrapped_key).not.toEqual(other.wrapped_key);
    expect(one.ciphertext).not.toEqual(other.ciphertext);
  });

  it.each([
    { ...context, user_id: 'bob' },
    { ...context, remote_connection_id: '2' },
    { ...context, type: 'polar' },
    { ...context, additional: '' },
    { user_id: 'ann', remote_connection_id: '1' },
    {},
  ])('cannot be decrypted for another context: %j', async (other) => {
    const envelope = await encryptEnvelope('secret', context, dataKeys);
    await expect(decryptEnvelope(envelope, other, dataKeys)).rejects.toThrow();
  });

  it('distinguishes contexts whose concatenated members are equal', async () => {
    const envelope = await encryptEnvelope('secret', { a: 'b","c', d: '' }, dataKeys);
    await expect(
      decryptEnvelope(envelope, { a: 'b', c: '', d: '' }, dataKeys),
    ).rejects.toThrow();
  });

  it('cannot be decrypted with another key', async () => {
    const envelope = await encryptEnvelope('secret', context, dataKeys);
    await expect(
      decryptEnvelope(envelope, context, openKeyFileDataKeys(await newKeyFile('other'))),
    ).rejects.toThrow();
  });

  it.each(['wrapped_key', 'ciphertext'] as const)(
    'cannot be decrypted if a bit of any byte of its %s was changed',
    async (part) => {
      const envelope = await encryptEnvelope('secret', context, dataKeys);
      for (let index = 0; index < envelope[part].length; index++) {
        const bytes = Uint8Array.from(envelope[part]);
        bytes[index] = (bytes[index] ?? 0) ^ (1 << (index % 8));
        await expect(
          decryptEnvelope({ ...envelope, [part]: bytes }, context, dataKeys),
        ).rejects.toThrow();
      }
    },
  );

  it.each(['wrapped_key', 'ciphertext'] as const)(
    'cannot be decrypted if its %s was truncated',
    async (part) => {
      const envelope = await encryptEnvelope('secret', context, dataKeys);
      for (let length = 0; length < envelope[part].length; length++) {
        const cut: Envelope = { ...envelope, [part]: envelope[part].slice(0, length) };
        await expect(decryptEnvelope(cut, context, dataKeys)).rejects.toThrow();
      }
    },
  );

  it("cannot be decrypted with another envelope's key", async () => {
    const [one, other] = [
      await encryptEnvelope('one', context, dataKeys),
      await encryptEnvelope('other', context, dataKeys),
    ];
    const mixed = { wrapped_key: one.wrapped_key, ciphertext: other.ciphertext };
    await expect(decryptEnvelope(mixed, context, dataKeys)).rejects.toThrow();
  });
});

describe('a key file', () => {
  it('is rejected if other users can read it', async () => {
    const file = await newKeyFile('open');
    await chmod(file, 0o640);
    await expect(openKeyFileDataKeys(file).generate(context)).rejects.toThrow(
      `chmod 600 ${file}`,
    );
  });

  it('must contain a complete key', async () => {
    const file = join(folder, 'short');
    await writeFile(file, randomBytes(5).toString('base64'), { mode: 0o600 });
    await expect(openKeyFileDataKeys(file).generate(context)).rejects.toThrow(
      '32 bytes as base64, not 5',
    );
  });
});

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { startFakeKms } from '#kit/kms.ts';
import { openDataKeys } from './data-keys.ts';
import { decryptEnvelope, encryptEnvelope } from './envelope.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
afterEach(() => void vi.unstubAllEnvs());
const { environment, requests } = await startFakeKms('alias/table', disposables);
const context = { user_id: 'ann', remote_connection_id: '1', type: 'garmin' };

/** Opens data keys with the fake KMS and these environment variables. */
function configure(variables: Readonly<Record<string, string>>) {
  for (const name of ['ENCRYPTION_KMS_KEY_ID', 'ENCRYPTION_KEY_FILE'])
    vi.stubEnv(name, '');
  for (const [name, value] of Object.entries({ ...environment, ...variables }))
    vi.stubEnv(name, value);
  return openDataKeys();
}

describe('data keys of KMS', () => {
  it('have 256 bits, and are unwrapped for the same context', async () => {
    const earlier = requests.length;
    const dataKeys = configure({ ENCRYPTION_KMS_KEY_ID: 'alias/table' });
    const envelope = await encryptEnvelope('secret', context, dataKeys);
    expect(await decryptEnvelope(envelope, context, dataKeys)).toBe('secret');
    const common = { KeyId: 'alias/table', EncryptionContext: context };
    expect(requests.slice(earlier)).toEqual([
      { action: 'GenerateDataKey', KeySpec: 'AES_256', ...common },
      {
        action: 'Decrypt',
        CiphertextBlob: Buffer.from(envelope.wrapped_key).toString('base64'),
        ...common,
      },
    ]);
  });

  it('are rejected by KMS for another context', async () => {
    const dataKeys = configure({ ENCRYPTION_KMS_KEY_ID: 'alias/table' });
    const envelope = await encryptEnvelope('secret', context, dataKeys);
    await expect(
      decryptEnvelope(envelope, { ...context, user_id: 'bob' }, dataKeys),
    ).rejects.toThrow('InvalidCiphertextException');
  });

  it.each(['ThrottlingException', 'KMSInternalException', 'DependencyTimeoutException'])(
    'are unavailable, not a fault of ours, while KMS has a %s',
    async (name) => {
      const dataKeys = configure({ ENCRYPTION_KMS_KEY_ID: name });
      const failure = { code: 'unavailable', cause: name };
      await expect(dataKeys.generate(context)).rejects.toMatchObject(failure);
      const wrapped = new Uint8Array(8);
      await expect(dataKeys.unwrap(wrapped, context)).rejects.toMatchObject(failure);
    },
  );

  it('cannot be generated if the KMS key does not exist', async () => {
    const dataKeys = configure({ ENCRYPTION_KMS_KEY_ID: 'alias/missing' });
    await expect(encryptEnvelope('secret', context, dataKeys)).rejects.toThrow(
      'NotFoundException',
    );
  });
});

it('names both environment variables if no key is configured', () => {
  expect(() => configure({})).toThrow('Set ENCRYPTION_KMS_KEY_ID or ENCRYPTION_KEY_FILE');
});

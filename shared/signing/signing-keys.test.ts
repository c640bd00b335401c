import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { encodeSignature, newDigestSigner } from '#kit/digest-signer.ts';
import { startFakeKms } from '#kit/kms.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { toDigest } from '../auth/secrets.ts';
import { createKey, publicationTime, selectKey } from './key-set.ts';
import {
  openSigningKeys,
  type PublishedKey,
  type SigningKey,
  toJoseSignature,
} from './signing-keys.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
afterEach(() => void vi.unstubAllEnvs());
const arns = ['2', '1'].map((id) => `arn:aws:kms:eu-west-1:123456789012:key/${id}`);
const kms = await startFakeKms('alias/table', disposables, arns);
const folder = createTemporaryFolder(afterAll);
const now = new Date('2026-11-27T12:00:00.000Z');

/** Opens the keys with these environment variables. */
function configure(variables: Readonly<Record<string, string>>) {
  const none = { SIGNING_KMS_KEYS: '', SIGNING_KEY_FILE: '', ENCRYPTION_KEY_FILE: '' };
  for (const [name, value] of Object.entries({
    ...kms.environment,
    ...none,
    ...variables,
  }))
    vi.stubEnv(name, value);
  return openSigningKeys();
}

/** Returns whether a signature of a text is one of a published key, in the form of JOSE. */
const isSignedBy = (jwk: PublishedKey | undefined, text: string, signature: Uint8Array) =>
  jwk !== undefined &&
  verify(
    'sha256',
    Buffer.from(text),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    signature,
  );

/** Signs texts, until the numbers of the signatures have had leading zeros with some certainty. */
async function signMany(key: SigningKey, published: PublishedKey | undefined) {
  const texts = Array.from({ length: 20 }, () => randomBytes(20).toString('hex'));
  const signed = await Promise.all(
    texts.map(async (text) => isSignedBy(published, text, await key.sign(text))),
  );
  return signed.filter((isValid) => isValid).length;
}

describe('keys of KMS', () => {
  it('are all published, and the first one signs digests of texts of any length', async () => {
    const keys = configure({ SIGNING_KMS_KEYS: arns.join(',') });
    const [current, previous] = await keys.listPublished();
    expect(current).toMatchObject({ kid: '2', kty: 'EC', crv: 'P-256' });
    expect(previous).toMatchObject({ kid: '1' });
    const key = await keys.getCurrent(now);
    expect(key.kid).toBe('2');
    expect(await signMany(key, current)).toBe(20);

    const long = 'x'.repeat(10_000);
    const signature = await key.sign(long);
    expect(isSignedBy(current, long, signature)).toBe(true);
    expect(isSignedBy(previous, long, signature)).toBe(false);
    expect(kms.requests.at(-1)).toMatchObject({
      action: 'Sign',
      KeyId: arns[0],
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    });
  });

  it('are unavailable, not a fault of ours, while KMS is busy', async () => {
    const keys = configure({ SIGNING_KMS_KEYS: 'ThrottlingException' });
    const failure = { code: 'unavailable', cause: 'ThrottlingException' };
    await expect(keys.listPublished()).rejects.toMatchObject(failure);
    const key = await keys.getCurrent(now);
    await expect(key.sign('text')).rejects.toMatchObject(failure);
  });

  it('are read once, because a public key never changes', async () => {
    const keys = configure({ SIGNING_KMS_KEYS: arns.join(',') });
    const first = await keys.listPublished();
    const earlier = kms.requests.length;
    expect(await keys.listPublished()).toEqual(first);
    expect(kms.requests).toHaveLength(earlier);
  });
});

describe('keys of a file', () => {
  const file = join(folder, 'signing-keys.json');
  const encryptionKey = randomBytes(32);
  const keyFile = join(folder, 'encryption.key');
  const openFile = () =>
    configure({ SIGNING_KEY_FILE: file, ENCRYPTION_KEY_FILE: keyFile });

  it('have their thumbprints as ids, and sign with the key that is encrypted', async () => {
    await writeFile(keyFile, encryptionKey.toString('base64'), { mode: 0o600 });
    const stored = createKey(encryptionKey, now);
    await writeFile(file, JSON.stringify([stored]));
    const keys = openFile();
    const [published] = await keys.listPublished();
    const { crv, kty, x, y } = stored.public_key;
    expect(published).toEqual({ crv, kty, x, y, kid: stored.kid });
    expect(stored.kid).toBe(toDigest(JSON.stringify({ crv, kty, x, y })));
    expect(await signMany(await keys.getCurrent(now), published)).toBe(20);

    const other = createKey(encryptionKey, now);
    const swapped = { ...stored, private_key: other.private_key };
    await writeFile(file, JSON.stringify([swapped]));
    const key = await keys.getCurrent(now);
    await expect(key.sign('text')).rejects.toThrow();
  });

  it('are required', async () => {
    await rm(file, { force: true });
    await expect(openFile().listPublished()).rejects.toThrow('ENOENT');
    await writeFile(file, '[]');
    await expect(openFile().getCurrent(now)).rejects.toThrow();
    expect(() => configure({})).toThrow('Set SIGNING_KMS_KEYS or SIGNING_KEY_FILE');
  });

  it('sign from a day after they were published, and until the next one does', () => {
    const createAfter = (seconds: number) =>
      createKey(encryptionKey, new Date(now.getTime() + seconds * 1000));
    const [first, next] = [createAfter(0), createAfter(1000)];
    const at = (seconds: number) =>
      selectKey([next, first], new Date(now.getTime() + seconds * 1000))?.kid;
    expect(at(0)).toBe(first.kid);
    expect(at(1000 + publicationTime - 1)).toBe(first.kid);
    expect(at(1000 + publicationTime)).toBe(next.kid);
  });
});

describe('a signature in DER', () => {
  it.each([
    [1n, 255n],
    [2n ** 255n, 2n ** 256n - 1n],
    [2n ** 248n - 1n, 2n ** 247n],
  ])('becomes two numbers of 32 bytes: %d and %d', (r, s) => {
    const expected = [r, s].map((number) => number.toString(16).padStart(64, '0'));
    expect(toJoseSignature(encodeSignature(r, s)).toString('hex')).toBe(
      expected.join(''),
    );
  });

  it('is as long for every digest', () => {
    const { sign } = newDigestSigner();
    const lengths = Array.from({ length: 50 }, () =>
      toJoseSignature(sign(randomBytes(32))),
    );
    expect(new Set(lengths.map(({ length }) => length))).toEqual(new Set([64]));
  });
});

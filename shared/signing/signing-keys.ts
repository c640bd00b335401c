import { createHash, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { getKmsClient } from '../encryption/kms-client.ts';
import { translateStoreErrors } from '../errors/store-failures.ts';
import { findEnvironment, requireEnvironment } from '../runtime/environment.ts';
import { readKeyFile } from '../runtime/key-file.ts';
import {
  type PublicKey,
  parseKeySet,
  selectKey,
  signWith,
  toPublicKey,
} from './key-set.ts';

/** The key that signs now, by ES256 (RFC 7518 section 3.4). The private key stays where it is. */
export interface SigningKey {
  kid: string;
  sign(text: string): Promise<Uint8Array>;
}

/** A public key by which others verify signatures. */
export type PublishedKey = PublicKey & { kid: string };

/**
 * The keys of the service, wherever they are. Their operations throw `unavailable` if KMS is busy
 * or cannot be reached.
 */
interface SigningKeys {
  getCurrent(now: Date): Promise<SigningKey>;
  /** Lists the public keys: of the current one, the next and the previous. */
  listPublished(): Promise<PublishedKey[]>;
}

/**
 * Returns the configured keys: those of KMS in `SIGNING_KMS_KEYS`, of which the first signs, or
 * those in the file `SIGNING_KEY_FILE`. Throws if neither variable is set.
 */
export function openSigningKeys(): SigningKeys {
  const arns = findEnvironment('SIGNING_KMS_KEYS');
  if (arns !== undefined) return openKmsKeys(arns.split(','));
  const file = findEnvironment('SIGNING_KEY_FILE');
  if (file !== undefined) return openKeyFile(file);
  throw new Error('Set SIGNING_KMS_KEYS or SIGNING_KEY_FILE to sign people in.');
}

/** The public keys that this process has read. That of a KMS key never changes. */
const publicKeys = new Map<string, PublicKey>();

function openKmsKeys(arns: readonly string[]): SigningKeys {
  const [active = ''] = arns;
  return {
    async getCurrent() {
      return { kid: toKid(active), sign: (text) => signWithKms(active, text) };
    },
    listPublished: () =>
      Promise.all(
        arns.map(async (arn) => ({ ...(await readPublicKey(arn)), kid: toKid(arn) })),
      ),
  };
}

/** Returns the id of a KMS key, which is the last part of its ARN. */
function toKid(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

async function signWithKms(KeyId: string, text: string): Promise<Uint8Array> {
  const command = new SignCommand({
    KeyId,
    // KMS takes messages of at most 4 KB.
    Message: createHash('sha256').update(text).digest(),
    MessageType: 'DIGEST',
    SigningAlgorithm: 'ECDSA_SHA_256',
  });
  const { Signature } = await translateStoreErrors(getKmsClient().send(command));
  if (!Signature) throw new Error('KMS returned no signature.');
  return toJoseSignature(Signature);
}

/** The length of each of the two numbers of a signature with P-256, in bytes. */
const numberBytes = 32;

/** Returns a number of a signature without the zeros at its start that DER adds or leaves out. */
function toFixedLength(number: Buffer): Buffer {
  const firstDigit = number.findIndex((byte) => byte !== 0);
  const digits = number.subarray(firstDigit);
  return Buffer.concat([Buffer.alloc(numberBytes - digits.length), digits]);
}

/**
 * Converts a signature with P-256 from DER (RFC 3279 section 2.2.3), as KMS returns it, to the two
 * numbers of 32 bytes that JOSE expects (RFC 7518 section 3.4).
 */
export function toJoseSignature(der: Uint8Array): Buffer {
  const bytes = Buffer.from(der);
  // Sequence, its length, integer, its length: all lengths are below 128.
  const start = 4;
  const end = start + (bytes[start - 1] ?? 0);
  const next = end + 2;
  return Buffer.concat(
    [bytes.subarray(start, end), bytes.subarray(next)].map(toFixedLength),
  );
}

async function readPublicKey(arn: string): Promise<PublicKey> {
  const known = publicKeys.get(arn);
  if (known) return known;
  const command = new GetPublicKeyCommand({ KeyId: arn });
  const { PublicKey: der } = await translateStoreErrors(getKmsClient().send(command));
  if (!der) throw new Error('KMS returned no public key.');
  const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  const read = toPublicKey(key);
  publicKeys.set(arn, read);
  return read;
}

/**
 * Opens the keys of a service on one machine. The file is read each time, so changes count at once.
 */
function openKeyFile(path: string): SigningKeys {
  const readKeys = async () => parseKeySet(await readFile(path, 'utf8'));
  return {
    async getCurrent(now) {
      const key = selectKey(await readKeys(), now);
      if (!key) throw new Error(`The file ${path} has no key.`);
      return {
        kid: key.kid,
        sign: async (text) => {
          const encryptionKey = await readKeyFile(
            requireEnvironment('ENCRYPTION_KEY_FILE'),
          );
          return signWith(key, encryptionKey, text);
        },
      };
    },
    async listPublished() {
      const keys = await readKeys();
      return keys.map(({ kid, public_key }) => ({ ...public_key, kid }));
    },
  };
}

import { channel } from 'node:diagnostics_channel';
import type { EncryptionContext } from './envelope.ts';

/** A use of the key in a file, with the action that the same use of a KMS key is. */
export interface KeyUse {
  action: 'kms:GenerateDataKey' | 'kms:Decrypt';
  /** The names in the encryption context. */
  names: readonly string[];
  /** An observer sets it to refuse the use. */
  refusal?: Error;
}

/** The diagnostics channel on which every use of the key in a file is published, a `KeyUse`. */
export const keyUseChannel = 'encryption-key.use';

const uses = channel(keyUseChannel);

/** Publishes a use of the key. Throws if an observer refuses it. */
export function announceKeyUse(
  action: KeyUse['action'],
  context: EncryptionContext,
): void {
  const use: KeyUse = { action, names: Object.keys(context) };
  uses.publish(use);
  if (use.refusal) throw use.refusal;
}

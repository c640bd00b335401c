import { matchesDigest, newSecret, toDigest } from '../auth/secrets.ts';
import type { DataKeyProvider } from '../encryption/data-keys.ts';
import { decryptEnvelope, encryptEnvelope } from '../encryption/envelope.ts';
import type { DataExport } from './data-export.ts';
import { isDownloadable } from './data-export.ts';

/** A user's export. Both ids are the encryption context of its download secret. */
export interface OwnedExport {
  user_id: string;
  export_id: string;
}

/** The secret of a download link as it is stored: its digest, and the secret in an envelope. */
type StoredDownloadSecret = Pick<DataExport, 'link_digest' | 'link_secret'>;

/** Creates the secret of a download link, 256 random bits, and returns it as it is stored. */
export async function newDownloadSecret(
  owned: OwnedExport,
  dataKeys: DataKeyProvider,
): Promise<StoredDownloadSecret> {
  const secret = newSecret();
  const link_secret = await encryptEnvelope(secret, { ...owned }, dataKeys);
  return { link_digest: toDigest(secret), link_secret };
}

/** Returns whether a secret is that of the download link, and the link has not expired. */
export function opensDownload(
  dataExport: DataExport,
  secret: string,
  now: Date,
): boolean {
  return isDownloadable(dataExport, now) && matchesDigest(secret, dataExport.link_digest);
}

/**
 * Returns the path and the query of the download link under a version of the main API.
 * Returns undefined if the file cannot be downloaded yet or any longer.
 */
export async function findDownloadPath(
  user_id: string,
  dataExport: DataExport,
  { version, dataKeys, now }: DownloadContext,
): Promise<string | undefined> {
  const { id, link_secret } = dataExport;
  if (!isDownloadable(dataExport, now)) return undefined;

  const owned: OwnedExport = { user_id, export_id: id };
  const secret = await decryptEnvelope(link_secret, { ...owned }, dataKeys());
  return `/${version}/user/${user_id}/export/${id}/file/?secret=${secret}`;
}

/** What a download link depends on. */
export interface DownloadContext {
  version: string;
  /** Opens the data keys. It is called only if the file can be downloaded. */
  dataKeys: () => DataKeyProvider;
  now: Date;
}

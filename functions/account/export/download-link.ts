import { matchesDigest, newSecret, toDigest } from '#shared/auth/secrets.ts';
import {
  type DataKeyProvider,
  decryptEnvelope,
  encryptEnvelope,
} from '#shared/encryption/envelope.ts';
import type { DataExport } from './data-export.ts';
import { isDownloadable } from './data-export.ts';
import type { ShownExport } from './export-access.store.ts';

/** A user's export. Both ids are the encryption context of its download secret. */
export interface OwnedExport {
  user_id: string;
  export_id: string;
}

/** The secret of the download links as it is stored: its digest, and the secret in an envelope. */
type StoredDownloadSecret = Pick<DataExport, 'link_digest' | 'link_secret'>;

/** Creates the secret of download links, 256 random bits, and returns it as it is stored. */
export async function newDownloadSecret(
  owned: OwnedExport,
  dataKeys: DataKeyProvider,
): Promise<StoredDownloadSecret> {
  const secret = newSecret();
  const link_secret = await encryptEnvelope(secret, { ...owned }, dataKeys);
  return { link_digest: toDigest(secret), link_secret };
}

/** Returns whether a secret is that of the download links, and they have not expired. */
export function opensDownload(
  dataExport: DataExport,
  secret: string,
  now: Date,
): boolean {
  return isDownloadable(dataExport, now) && matchesDigest(secret, dataExport.link_digest);
}

/**
 * Lists the path and the query of the download link of each archive under a version of the main
 * API. The list is empty if they cannot be downloaded yet or any longer.
 */
export async function listDownloadPaths(
  user_id: string,
  { dataExport, isAccessEnded }: ShownExport,
  { version, dataKeys, now }: DownloadContext,
): Promise<string[]> {
  const { id, link_secret, archives } = dataExport;
  if (isAccessEnded || !isDownloadable(dataExport, now)) return [];

  const owned: OwnedExport = { user_id, export_id: id };
  const secret = await decryptEnvelope(link_secret, { ...owned }, dataKeys());
  const path = `/${version}/user/${user_id}/export/${id}/file/?secret=${secret}`;
  return archives.map((_, index) =>
    index === 0 ? path : `${path}&archive=${index + 1}`,
  );
}

export interface DownloadContext {
  version: string;
  /** Opens the data keys. It is called only if the archives can be downloaded. */
  dataKeys: () => DataKeyProvider;
  now: Date;
}

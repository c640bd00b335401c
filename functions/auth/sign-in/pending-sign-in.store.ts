import { matchesDigest } from '#shared/auth/secrets.ts';
import { isId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import { pendingSignInKeys } from './pending-sign-in.keys.ts';

/**
 * A sign-in that something else waits for. Its item has more attributes, which belong to the
 * feature that stores it.
 */
export interface StoredSignIn {
  id: string;
  /** The digest of the secret of the browser that started it. */
  browser_digest: string;
  /** The path and query, below the version of our auth host, at which the person continues. */
  return_path: string;
  /** The text of the sign-in page that says why, and the name in it. */
  label: { key: 'continueToConnect'; name: string };
}

/**
 * Returns a pending sign-in, even an expired one. Returns undefined if it does not exist, or was
 * not started by the browser with this secret.
 */
export async function find<Item extends StoredSignIn = StoredSignIn>(
  table: Table<'get'>,
  id: string,
  secret: string,
): Promise<Item | undefined> {
  if (!isId(id) || secret === '') return undefined;
  const pending = await table.get<Item>(pendingSignInKeys.connectRequest(id));
  return pending && matchesDigest(secret, pending.browser_digest) ? pending : undefined;
}

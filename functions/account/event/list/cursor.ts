import type { Principal } from '#shared/auth/principal.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import { decrypt, encrypt, keyBytes } from '#shared/runtime/cipher.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import type { LogHead } from '../event.store.ts';
import { resourceScopes } from '../event.ts';

/** The user and the rights that decide which events a caller sees. */
type Viewer = Pick<Principal, 'user_id' | 'scope' | 'hidden_types'>;

/** The cursors of a reader of a log. They are sealed, because numbers tell what is hidden. */
export interface Cursors {
  /** Returns the cursor after the event with a number. */
  seal(sequence: number): string;
  /** Returns the number in a cursor, or undefined if it is not of this log and reader. */
  open(cursor: string): number | undefined;
}

/** The number of digits of a sequence, so that all cursors have the same length. */
const digits = 16;

/** The key of cursors before the first event, which all have the number 0. */
const emptyLogKey = new Uint8Array(keyBytes);

/**
 * Returns the cursors of a reader. A reader whose view has changed has to start again: it has
 * missed events of what it sees now, and has things that it does not see any more.
 */
export function openCursors(head: LogHead | undefined, viewer: Viewer): Cursors {
  const view = toView(viewer);
  const key = head?.cursor_key ?? emptyLogKey;
  return {
    seal: (sequence) => {
      const number = Buffer.from(String(sequence).padStart(digits, '0'));
      return Buffer.from(encrypt(key, number, view)).toString('base64url');
    },
    open: (cursor) => {
      const sealed = Buffer.from(cursor, 'base64url');
      const isBeforeLog = unseal(emptyLogKey, sealed, view) === 0;
      return isBeforeLog ? 0 : unseal(key, sealed, view);
    },
  };
}

/**
 * Returns the bytes to which a cursor is bound: what a viewer sees, and in which table. One that
 * was restored has given the same numbers to other events.
 */
function toView({ user_id, scope, hidden_types }: Viewer): Uint8Array {
  const seen = Object.entries(resourceScopes).filter(([, needed]) =>
    coversScope(scope, needed),
  );
  const resources = seen.map(([type]) => type);
  const table = requireEnvironment('TABLE_NAME');
  const hidden = hidden_types.toSorted();
  return Buffer.from(JSON.stringify([table, user_id, resources, hidden]));
}

function unseal(
  key: Uint8Array,
  sealed: Uint8Array,
  view: Uint8Array,
): number | undefined {
  try {
    return Number(Buffer.from(decrypt(key, sealed, view)).toString());
  } catch {
    return undefined;
  }
}

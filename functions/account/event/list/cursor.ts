import type { Principal } from '#shared/auth/principal.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { normalizeScope } from '#shared/contract/scopes.ts';

import { endOfLog } from '../event.ts';

/** Where a reader of the feed goes on. */
export interface EventCursor {
  /** The sequence of the last event that the reader has got, 0 before the first one. */
  sequence: number;
  /** The view of the reader. */
  view: string;
}

/** What decides which events of which user a caller sees. */
type Viewer = Pick<Principal, 'user_id' | 'scope' | 'hidden_types'>;

const viewLength = 16;

/**
 * Returns a digest of what a caller sees. A reader whose view has changed has to start again: it
 * has missed events of what it sees now, and has things that it does not see any more.
 */
export function toView({ user_id, scope, hidden_types }: Viewer): string {
  const members = [user_id, normalizeScope(scope), ...hidden_types.toSorted()];
  return toDigest(members.join('\n')).slice(0, viewLength);
}

/** Returns a cursor as clients get it. They do not read it. */
export function formatCursor({ sequence, view }: EventCursor): string {
  return Buffer.from(`${sequence} ${view}`).toString('base64url');
}

const pattern = new RegExp(`^(0|[1-9]\\d{0,14}) ([\\w-]{${viewLength}})$`);

/** Parses a cursor of `formatCursor`. Returns undefined for any other text. */
export function parseCursor(text: string): EventCursor | undefined {
  const decoded = Buffer.from(text, 'base64url').toString();
  const [, sequence, view] = pattern.exec(decoded) ?? [];
  if (sequence === undefined || view === undefined) return undefined;
  return { sequence: Number(sequence), view };
}

/** Returns the number of the event after which a reader goes on. */
export function toSequence(cursor: EventCursor | 'now' | undefined): number {
  if (cursor === 'now') return endOfLog;
  return cursor?.sequence ?? 0;
}

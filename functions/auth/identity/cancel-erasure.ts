import { audit } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import * as erasures from './erasure.store.ts';
import type { Erasure } from './erasure.ts';
import type { IdentityMail } from './identity.mail.ts';
import * as identities from './identity.store.ts';

/** The request that cancels an erasure. */
interface CancellationContext {
  table: Table<'get' | 'update'>;
  now: Date;
  requestId: string;
}

/**
 * Cancels the scheduled erasure of a user, and requests a mail to the user. Returns the erasure, or
 * undefined if no erasure is scheduled, e.g. because it is already running.
 */
export async function cancelErasure(
  { table, now, requestId }: CancellationContext,
  user_id: string,
  language: string,
): Promise<Erasure | undefined> {
  const erasure = await erasures.find(table, user_id);
  if (erasure?.state !== 'scheduled') return undefined;

  const mail = await identities.createMailToUser<IdentityMail>(table, user_id, {
    template: 'erasure_cancelled',
    language,
  });
  const isCancelled = await erasures.cancel(table, user_id, mail, now);
  if (!isCancelled) return undefined;

  audit('erasure_cancelled', { request_id: requestId, user_id });
  return erasure;
}

import { exists } from '#shared/table/condition.ts';
import type { TransactionChange } from '#shared/table/table.ts';
import { clientKeys } from './client.keys.ts';
import type { Client } from './client.ts';

/**
 * Returns the changes that delete the logos which a release before 0.7.0 has stored for a client:
 * the one that people saw, and one that waited for the operator.
 */
export function toLogoDeletions({
  client_id,
  has_logo,
  proposed,
}: Client): TransactionChange<'delete'>[] {
  const shown = { delete: clientKeys.clientLogo(client_id), condition: exists };
  const waiting = { delete: clientKeys.proposedLogo(client_id), condition: exists };
  return [...(has_logo ? [shown] : []), ...(proposed?.has_logo ? [waiting] : [])];
}

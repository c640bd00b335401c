import type { RegistrationMode } from '#shared/contract/resources.ts';
import { exists, unchangedSince } from '#shared/table/condition.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { clientKeys } from './client.keys.ts';
import { find } from './client.store.ts';
import type { Client, ClientProposal } from './client.ts';
import { toLogoPut, toProposedLogoDeletion } from './client-logo.store.ts';
import {
  type AccompanyingChange,
  type ClientChange,
  toClientChanges,
  writeClientChanges,
} from './client-update.store.ts';
import type { Logo } from './logo.ts';
import { toOperatorMail } from './own-client.store.ts';
import {
  hasReviewedChange,
  isReviewed,
  setProposedLogo,
  splitChange,
} from './proposal.ts';

/**
 * Changes a client of a user as it was read. What others see of an approved one waits until the
 * operator decides, and the former values count until then. Returns undefined if it was changed at
 * the same time. Throws `validation_failed` with every problem.
 */
export async function changeOwn(
  table: Table<'get' | 'update' | 'transact'>,
  client: Client,
  change: ClientChange,
  registration: RegistrationMode,
): Promise<Client | undefined> {
  const { applied, proposed } = isReviewed(client, registration)
    ? splitChange(client, change)
    : { applied: change, proposed: {} };
  const { name = client.name } = change.set;
  const also = {
    ...propose(client, setProposedLogo(proposed, client.proposed?.has_logo ?? false)),
    ...askAgain({ ...client, name }, registration, hasReviewedChange(client, change)),
  };
  const isDone = await writeClientChanges(table, toClientChanges(client, applied, also));
  return isDone ? find(table, client.client_id) : undefined;
}

/** Returns what sets or removes the proposal of a client. The first one is told to the operator. */
function propose(
  client: Client,
  proposed: ClientProposal | undefined,
): AccompanyingChange {
  if (!proposed) return client.proposed ? { remove: ['proposed'] } : {};
  const mail = client.proposed
    ? {}
    : toOperatorMail('application_change_pending', client);
  return { set: { proposed, ...mail } };
}

/** Returns what lets the operator decide again on a rejected client that has changed. */
function askAgain(
  client: Client,
  registration: RegistrationMode,
  hasChanged: boolean,
): AccompanyingChange {
  if (client.approval !== 'rejected' || registration === 'open' || !hasChanged) return {};
  const mail = toOperatorMail('application_pending', client);
  return { set: { approval: 'pending', ...mail } };
}

/**
 * Gives a client of a user a logo. That of an approved client waits until the operator decides, and
 * the former one is shown until then. Returns undefined if the client was changed at the same time.
 */
export async function setOwnLogo(
  table: Table<'get' | 'put' | 'update' | 'delete' | 'transact'>,
  client: Client,
  logo: Logo,
  registration: RegistrationMode,
): Promise<Client | undefined> {
  const { client_id, proposed = {} } = client;
  if (isReviewed(client, registration)) {
    const put = await toLogoPut(table, clientKeys.proposedLogo(client_id), logo);
    const also = propose(client, setProposedLogo(proposed, true));
    return writeLogos(table, client, also, [put]);
  }
  const put = await toLogoPut(table, clientKeys.clientLogo(client_id), logo);
  const { set, remove } = propose(client, setProposedLogo(proposed, false));
  const { set: approval } = askAgain(client, registration, true);
  const also = { set: { ...set, ...approval, has_logo: true as const }, remove };
  return writeLogos(table, client, also, [put, ...toProposedLogoDeletion(client)]);
}

/** Deletes the logo of a client of a user, and one that waits. Returns as `setOwnLogo` does. */
export async function deleteOwnLogo(
  table: Table<'get' | 'put' | 'update' | 'delete' | 'transact'>,
  client: Client,
): Promise<Client | undefined> {
  const { client_id, has_logo, proposed = {} } = client;
  const shown = { delete: clientKeys.clientLogo(client_id), condition: exists };
  const { set, remove = [] } = propose(client, setProposedLogo(proposed, false));
  const also = { set, remove: [...remove, 'has_logo'] };
  const deletions = [...(has_logo ? [shown] : []), ...toProposedLogoDeletion(client)];
  return writeLogos(table, client, also, deletions);
}

/** A change of a client by which a logo is set or deleted. */
interface LogoChange {
  set?: AccompanyingChange['set'] | undefined;
  remove?: readonly string[] | undefined;
}

async function writeLogos(
  table: Table<'get' | 'put' | 'update' | 'delete' | 'transact'>,
  client: Client,
  { set = {}, remove = [] }: LogoChange,
  changes: readonly TransactionChange<'put' | 'delete'>[],
): Promise<Client | undefined> {
  const { client_id } = client;
  const update = clientKeys.client(client_id);
  const condition = unchangedSince(client);
  const result = await table.transact([
    { update, change: { set, remove }, condition },
    ...changes,
  ]);
  return meetsConditions(result) ? find(table, client_id) : undefined;
}

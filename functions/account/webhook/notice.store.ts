import * as grants from '#functions/auth/grant/grant.store.ts';
import { type Grant, isLive } from '#functions/auth/grant/grant.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { isPersonalClient } from '#shared/auth/principal.ts';
import type { Table } from '#shared/table/table.ts';
import { storePending } from './delivery.store.ts';
import { buildDelivery, type NoticeType } from './delivery.ts';
import { listOfClient } from './webhook.store.ts';
import { selectsType } from './webhook.ts';

/**
 * Returns whether a grant gives an application access: its code was redeemed, and it has not ended.
 * Personal tokens are of no application. An agent gets nothing but the answers of the MCP endpoint.
 */
export function givesAccess(grant: Grant, now: Date): boolean {
  return isOfApplication(grant) && isLive(grant, now);
}

function isOfApplication(grant: Grant): boolean {
  const isOfInterfaces = grant.audience === undefined;
  return grant.generation > 0 && isOfInterfaces && !isPersonalClient(grant.client_id);
}

/** A notice to an application about a user. */
interface Notice {
  type: NoticeType;
  client_id: string;
  user_id: string;
  /** The same for all notices about what happened. */
  event_id: string;
}

/** Stores a notice for each webhook that selects it. Its write requests that it is sent. */
async function storeNotices(
  table: Table<'query' | 'put'>,
  { type, client_id, user_id, event_id }: Notice,
  now: Date,
): Promise<void> {
  const webhooks = await listOfClient(table, client_id);
  const selecting = webhooks.filter(
    (webhook) => webhook.state !== 'disabled' && selectsType(webhook, type),
  );
  const timestamp = now.toISOString();
  const notices = selecting.map(({ id: webhook_id }) =>
    buildDelivery({ webhook_id, client_id, user_id, type, timestamp, event_id }, now),
  );
  await storePending(table, notices);
}

/** A grant that was revoked. */
export interface RevokedGrant {
  user_id: string;
  client_id: string;
  grant_id: string;
}

/**
 * Tells an application that a user has revoked its access, unless it has another grant, or the user
 * is being erased. If several grants have ended, the last one does.
 */
export async function noticeRevocation(
  table: Table<'get' | 'query' | 'put'>,
  { user_id, client_id, grant_id }: RevokedGrant,
  now: Date,
): Promise<void> {
  const ofUser = await grants.listByUser(table, user_id);
  const ofClient = ofUser.filter(
    (grant) => grant.client_id === client_id && isOfApplication(grant),
  );
  if (ofClient.some((grant) => isLive(grant, now))) return;
  const revoked = ofClient.filter(({ revoked_at }) => revoked_at !== undefined);
  const last = revoked.toSorted(compareEnds).at(-1);
  if (last?.id !== grant_id) return;
  const erasure = await erasures.find(table, user_id);
  if (erasure?.state === 'running') return;
  const event_id = `evt_revoked_${grant_id}`;
  await storeNotices(table, { type: 'user.revoked', client_id, user_id, event_id }, now);
}

function compareEnds(one: Grant, other: Grant): number {
  const { revoked_at: first = 0 } = one;
  const { revoked_at: second = 0 } = other;
  return first - second || one.id.localeCompare(other.id);
}

/** Tells the applications that have access to the data of a user that it is being erased. */
export async function noticeErasure(
  table: Table<'query' | 'put'>,
  user_id: string,
  now: Date,
): Promise<void> {
  const ofUser = await grants.listByUser(table, user_id);
  const live = ofUser.filter((grant) => givesAccess(grant, now));
  const clientIds = new Set(live.map(({ client_id }) => client_id));
  for (const client_id of clientIds) {
    const event_id = 'evt_erased';
    await storeNotices(table, { type: 'user.erased', client_id, user_id, event_id }, now);
  }
}

import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { type Client, hasNoItem, isEnabled } from '#functions/auth/client/client.ts';
import { findOverrides } from '#functions/auth/data-policy/data-policy.store.ts';
import { listHiddenTypes } from '#functions/auth/data-policy/data-policy.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { sessionKeys } from '#functions/auth/session/session.keys.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type DataExport,
  type ExportAsker,
  isDownloadable,
  isUnfinished,
  leavesOut,
} from './data-export.ts';

/** The data of an export that an asker may not see. Empty for a person. */
export type ExportSight = Pick<DataExport, 'hidden_types' | 'incomplete_types'>;

/**
 * Returns whether the access with which an export was asked for still counts, and may see all that
 * the export has, by at most four reads.
 */
export async function hasAccess(
  table: Table<'get'>,
  user_id: string,
  dataExport: DataExport,
): Promise<boolean> {
  const sight = await findSight(table, user_id, dataExport.asked_by);
  return sight !== undefined && coversSight(dataExport, sight);
}

/** Returns whether an export leaves out all that an asker may not see. */
export function coversSight(
  dataExport: DataExport,
  { hidden_types = [] }: ExportSight,
): boolean {
  return leavesOut(dataExport, hidden_types);
}

/**
 * Returns what an asker may not see now, by at most four reads, or undefined if the access no
 * longer counts. That of an application ends when its grant is revoked, when it or the user is
 * disabled, and as long as the user has restricted the processing. That of a person ends when the
 * session is ended, the password is changed or the user is disabled, but not when the session
 * expires (`sessions.keepUntil`).
 */
export async function findSight(
  table: Table<'get'>,
  user_id: string,
  asker: ExportAsker,
): Promise<ExportSight | undefined> {
  if ('grant_id' in asker) return findGrantedSight(table, user_id, asker);
  return (await hasSession(table, user_id, asker)) ? {} : undefined;
}

type GrantAsker = Extract<ExportAsker, { grant_id: string }>;
type SessionAsker = Exclude<ExportAsker, GrantAsker>;

async function findGrantedSight(
  table: Table<'get'>,
  user_id: string,
  { grant_id, client_id }: GrantAsker,
): Promise<ExportSight | undefined> {
  // The grants of a disabled user are revoked only after the user is disabled.
  const [grant, client, user, overrides] = await Promise.all([
    table.get<StoredGrant>(grantKeys.grant(user_id, grant_id)),
    findClient(table, client_id),
    table.get<StoredUser>(identityKeys.user(user_id)),
    findOverrides(table),
  ]);
  const isGranted = grant !== undefined && grant.revoked_at === undefined;
  if (!isGranted || !isEnabled(client) || !isEnabled(user)) return undefined;
  // A restriction ends what applications read, whatever they have asked for before (wire.md U6).
  if (user.restricted_datetime !== undefined) return undefined;

  const { audience, scope, opted_in_types: optedInTypes = [] } = grant;
  const { connected_types = new Set() } = user;
  const isOwn = client.own === true;
  const viewer = { audience, isOwn, scope, optedInTypes };
  const hidden_types = listHiddenTypes(overrides, viewer);
  const incomplete_types = hidden_types.filter((type) => connected_types.has(type));
  return { hidden_types, incomplete_types };
}

type StoredGrant = Pick<Grant, 'revoked_at' | 'scope' | 'opted_in_types' | 'audience'>;
type StoredClient = Pick<Client, 'disabled_datetime' | 'approval' | 'own'>;
type StoredUser = Pick<
  UserProfile,
  'disabled_datetime' | 'restricted_datetime' | 'connected_types'
>;

async function findClient(
  table: Table<'get'>,
  client_id: string,
): Promise<StoredClient | undefined> {
  return hasNoItem(client_id) ? { own: true } : table.get(clientKeys.client(client_id));
}

async function hasSession(
  table: Table<'get'>,
  user_id: string,
  { session_id, access_generation }: SessionAsker,
): Promise<boolean> {
  const [credentials, session] = await Promise.all([
    table.get<{ access_generation?: number }>(identityKeys.credentials(user_id)),
    session_id === undefined ? {} : table.get(sessionKeys.session(user_id, session_id)),
  ]);
  const generation = credentials?.access_generation ?? 0;
  return session !== undefined && generation === access_generation;
}

/** An export as its user sees it. */
export interface ShownExport {
  /** An unfinished export whose access has ended counts as failed. */
  dataExport: DataExport;
  /** Whether it has no download link because its access has ended, or may see less now. */
  isAccessEnded: boolean;
}

/**
 * Returns an export as its user sees it. Reads nothing if `asker`, who has access, asked for it, or
 * if it is neither running nor can be downloaded. A user has at most `maxOpenExports` others.
 */
export async function toShownExport(
  table: Table<'get'>,
  user_id: string,
  dataExport: DataExport,
  { asker, now }: { asker: ExportAsker; now: Date },
): Promise<ShownExport> {
  const { asked_by } = dataExport;
  const isRunning = isUnfinished(dataExport);
  const isOpen = isRunning || isDownloadable(dataExport, now);
  if (
    !isOpen ||
    isSameAsker(asked_by, asker) ||
    (await hasAccess(table, user_id, dataExport))
  )
    return { dataExport, isAccessEnded: false };
  if (!isRunning) return { dataExport, isAccessEnded: true };

  const failed: DataExport = { ...dataExport, state: 'failed', failure: 'access_ended' };
  return { dataExport: failed, isAccessEnded: true };
}

function isSameAsker(one: ExportAsker, other: ExportAsker): boolean {
  const id = getAccessId(one);
  return id !== undefined && id === getAccessId(other);
}

/** Returns the id of the grant or session. The operator has none. */
function getAccessId(asker: ExportAsker): string | undefined {
  return 'grant_id' in asker ? asker.grant_id : asker.session_id;
}

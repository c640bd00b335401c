import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { hasNoItem } from '#functions/auth/client/client.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { sessionKeys } from '#functions/auth/session/session.keys.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type DataExport,
  type ExportAsker,
  isDownloadable,
  isUnfinished,
} from './data-export.ts';

/**
 * Returns whether the access with which an export was asked for still counts, by at most
 * three reads. That of an application ends when its grant is revoked, or when it or the user is
 * disabled. That of a person ends when the session is ended, the password is changed or the user is
 * disabled, but not when the session expires (`sessions.keepUntil`).
 */
export function hasAccess(
  table: Table<'get'>,
  user_id: string,
  asker: ExportAsker,
): Promise<boolean> {
  return 'grant_id' in asker
    ? hasGrant(table, user_id, asker)
    : hasSession(table, user_id, asker);
}

type GrantAsker = Extract<ExportAsker, { grant_id: string }>;
type SessionAsker = Exclude<ExportAsker, GrantAsker>;

async function hasGrant(
  table: Table<'get'>,
  user_id: string,
  { grant_id, client_id }: GrantAsker,
): Promise<boolean> {
  // The grants of a disabled user are revoked only after the user is disabled.
  const [grant, client, user] = await Promise.all([
    table.get<{ revoked_at?: number }>(grantKeys.grant(user_id, grant_id)),
    findClient(table, client_id),
    table.get<Disableable>(identityKeys.user(user_id)),
  ]);
  const isGranted = grant !== undefined && grant.revoked_at === undefined;
  return isGranted && isEnabled(client) && isEnabled(user);
}

interface Disableable {
  disabled_datetime?: string;
}

function isEnabled(item: Disableable | undefined): boolean {
  return item !== undefined && item.disabled_datetime === undefined;
}

async function findClient(
  table: Table<'get'>,
  client_id: string,
): Promise<Disableable | undefined> {
  return hasNoItem(client_id) ? {} : table.get(clientKeys.client(client_id));
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
  /** Whether it has no download link because its access has ended. */
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
    (await hasAccess(table, user_id, asked_by))
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

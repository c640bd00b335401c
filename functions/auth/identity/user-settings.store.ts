import { compact } from '#shared/runtime/compact.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { identityKeys } from './identity.keys.ts';
import type { UserProfile } from './identity.ts';
import { type UserSettings, userSettingNames } from './user-settings.ts';

/**
 * Changes the name of a user and replaces all their settings. A username that was the same as the
 * name follows it, in the profile and in the credentials: each change writes both, so that of two
 * at the same time, the last one has. Returns false if the user was erased.
 */
export async function update(
  table: Table<'update' | 'transact'>,
  { id, username, display_name: oldName }: UserProfile,
  { display_name, ...settings }: UserSettings & Pick<UserProfile, 'display_name'>,
): Promise<boolean> {
  const newUsername = username === oldName ? { username: display_name } : undefined;
  const set = { ...compact(settings), display_name, ...newUsername };
  const remove = userSettingNames.filter((name) => settings[name] === undefined);
  const credentialsChange = newUsername && {
    update: identityKeys.credentials(id),
    change: { set: newUsername },
    condition: exists,
  };
  const result = await table.transact([
    { update: identityKeys.user(id), change: { set, remove }, condition: exists },
    ...(credentialsChange ? [credentialsChange] : []),
  ]);
  return meetsConditions(result);
}

/** Changes the time zone of a user, if the user was not erased. */
export async function setTimeZone(
  table: Table<'update'>,
  user_id: string,
  time_zone: string,
): Promise<boolean> {
  const change = { set: { time_zone } };
  const { done } = await table.update(identityKeys.user(user_id), change, exists);
  return done;
}

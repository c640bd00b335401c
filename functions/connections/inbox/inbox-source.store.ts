import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { createDeviceSource } from '#functions/main/data-source/device-source.store.ts';
import { isAbsent, isPresent } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import type { Inbox } from './inbox.ts';
import type { InboxApp } from './readers/push.ts';

/** The names of the apps, which are the devices of their inboxes. */
const appNames: Readonly<Record<InboxApp, string>> = {
  health_auto_export: 'Health Auto Export',
  companion: 'Life Dashboard Companion',
  other: 'Another app',
};

/**
 * Returns the id of the data source of an inbox, which is created with its first value, workout or
 * file.
 * Returns undefined if the person has too many.
 */
export async function findOrCreateSource(
  table: Table<'put' | 'update' | 'check' | 'transact'>,
  user_id: string,
  { id: inbox_id, app, name, data_source_id }: Inbox,
  now: Date,
): Promise<string | undefined> {
  if (data_source_id !== undefined) return data_source_id;
  const appName = appNames[app];
  const newDevice = { manufacturer: appName, model: 'app', name: appName };
  const { id, result } = await createDeviceSource(
    table,
    { user_id, newDevice, name },
    (data_source_id) => [
      {
        update: originKeys.inbox(user_id, inbox_id),
        change: { set: { data_source_id } },
        condition: { secret_digest: isPresent, data_source_id: isAbsent },
      },
    ],
    now,
  );
  if (result.done) return id;
  // Another message has created it meanwhile, unless the person has too many.
  const inbox = result.failures.find(({ index }) => index === 0)?.existing;
  return (inbox as Inbox | undefined)?.data_source_id;
}

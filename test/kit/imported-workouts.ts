import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import { toAssignment } from '#functions/connections/connection/remote-connection.store.ts';
import { maxRemoteConnections } from '#functions/connections/connection/remote-connection.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { importWorkouts } from '#functions/diary/workout-import/import-workouts.ts';
import type { ImportedWorkout } from '#functions/diary/workout-import/workout.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew, toQuotaIncrease } from '#shared/table/condition.ts';
import { table } from './fixtures.ts';
import { putItems } from './put-items.ts';
import { newCurves, withOwnCurves } from './workout-series.ts';

/** A run of half an hour at a provider. */
export const importedRun: ImportedWorkout = {
  remote_id: '1',
  start_time: '2026-11-20T17:00:00Z',
  utc_offset: 0,
  duration: 1800,
  energy: 300,
  activity_type_id: getActivityTypeId('run'),
  remote_activity: 'Running',
  curves: newCurves(),
};

function buildConnection(user_id: string, type: string, id: string) {
  const key = originKeys.remoteConnection(user_id, id);
  const created_datetime = '2026-11-01T00:00:00Z';
  return { ...key, id, type, remote_id: user_id, created_datetime };
}

/**
 * Returns the id of a new person with connections to providers, by type, and nothing else. The id
 * of a connection is the provider's type by default.
 */
export async function newConnectedPerson(
  types: readonly string[],
  toId: (type: string, index: number) => string = (type) => type,
): Promise<string> {
  const user_id = newId(new Date());
  await putItems(
    types.map((type, index) => buildConnection(user_id, type, toId(type, index))),
  );
  return user_id;
}

/** Connects a user to a provider. The id of the connection is the provider's type by default. */
export async function addConnection(
  user_id: string,
  type: string,
  id = type,
): Promise<void> {
  const account = { type, remote_id: user_id };
  const put = buildConnection(user_id, type, id);
  await table().transact([
    toAssignment(account, { user_id, remote_connection_id: id }),
    { put, condition: isNew },
    toQuotaIncrease(connectionKeys.remoteConnectionCount(user_id), maxRemoteConnections),
  ]);
}

/** When a workout is read from its provider, and the connection through which it is read. */
interface ImportOptions {
  readAt?: Date;
  /** Defaults to the provider's type. */
  connection?: string;
}

/** Imports a workout as a sync does. */
export function importWorkout(
  user_id: string,
  type: string,
  workout: ImportedWorkout,
  options?: ImportOptions,
): Promise<void> {
  return importPage(user_id, type, [workout], options);
}

/** Imports a page of workouts as a sync does. */
export async function importPage(
  user_id: string,
  type: string,
  workouts: readonly ImportedWorkout[],
  { readAt = new Date('2026-11-21T00:00:00Z'), connection = type }: ImportOptions = {},
): Promise<void> {
  const job = {
    user_id,
    account_id: 'account',
    remote_connection_id: connection,
    remote_connection_type: type,
    readAt,
    workouts: workouts.map(withOwnCurves),
    deleted: [],
  };
  const counts = await importWorkouts(table(), job, readAt);
  if (!counts) throw new Error('The user is not connected to the provider.');
}

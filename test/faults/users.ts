import { issueUserToken, newClient, newPerson } from '#kit/fixtures.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { type LoadCaller, sendAs } from './load.ts';
import { connectionType } from './messages.ts';
import { createRecords, type Records } from './records.ts';
import type { ServiceProcess } from './service-process.ts';
import { verifyMethods, verifyRecords } from './verify.ts';

/** A user, and what the service confirmed to that user. */
export interface FaultUser {
  caller: LoadCaller;
  records: Records;
}

/** Each can be disconnected once. */
const connectionsPerUser = 3;

/** Creates users with connections. A process can use the table of one service only. */
export async function createUsers(
  { environment }: ServiceProcess,
  count: number,
): Promise<FaultUser[]> {
  // The fixtures use the table directly.
  openLocalTable(environment);
  const client = await newClient();
  const { client_id } = client;
  const users: FaultUser[] = [];

  for (let i = 0; i < count; i++) {
    const person = await newPerson();
    const token = await issueUserToken(person, client);
    const records = createRecords();
    for (let count = 0; count < connectionsPerUser; count++) {
      const access_token = newSecret();
      const connection = { type: connectionType, access_token };
      const id = await addRemoteConnection(person.user_id, connection);
      records.connections.set(id, { state: 'stored', access_token });
    }
    users.push({ caller: { ...person, token, client_id }, records });
  }

  return users;
}

/** Returns the problems of the users' data in a service, and of the responses to the users. */
export async function verifyStoredData(
  { urls }: Pick<ServiceProcess, 'urls'>,
  users: readonly FaultUser[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { caller, records } of users) {
    const wrongData = await verifyRecords(sendAs(urls, caller), urls.cdn, records);
    problems.push(...records.unexpected, ...wrongData);
  }
  return problems;
}

/** Returns these problems, and those of changing and deleting all entries of the diaries. */
export async function verifyUsers(
  service: Pick<ServiceProcess, 'urls'>,
  users: readonly FaultUser[],
): Promise<string[]> {
  const problems = await verifyStoredData(service, users);
  for (const { caller } of users)
    problems.push(...(await verifyMethods(sendAs(service.urls, caller))));
  return problems;
}

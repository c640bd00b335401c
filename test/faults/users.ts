import { issueUserToken, newClient, newPerson } from '#kit/fixtures.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { type LoadCaller, sendAs } from './load.ts';
import { createRecords, type Records } from './records.ts';
import type { ServiceProcess } from './service-process.ts';
import { verifyRecords } from './verify.ts';

/** A user, and what the service confirmed to that user. */
export interface FaultUser {
  caller: LoadCaller;
  records: Records;
}

/** Creates users in the table of a running service. A process can use the table of one only. */
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
    users.push({ caller: { ...person, token, client_id }, records: createRecords() });
  }

  return users;
}

/** Returns the problems of the users' data in a service, and of the responses to the users. */
export async function verifyUsers(
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

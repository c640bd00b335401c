import { readUsage } from '#functions/auth/client/usage.store.ts';
import { countUsers } from '#functions/auth/grant/grant.store.ts';
import type { CommandContext, Row, TableData } from '../command.ts';

/** The most people that are counted. */
const maxPeople = 100_000;

/** A note about the requests that are not in the usage. */
export const usageNote =
  'Days are days in UTC, people are those of that day. Requests that the gateway itself refuses ' +
  '(401, 404 and 429 of all applications together) are not counted.';

/** Returns the members and the tables that show how an application is used. */
export async function describeUsage(
  { table, now }: Pick<CommandContext, 'table' | 'now'>,
  client_id: string,
): Promise<{ members: Row; tables: Readonly<Record<string, TableData>> }> {
  const [{ count: people }, usage] = await Promise.all([
    countUsers(table, client_id, { max: maxPeople, maxPages: Infinity }),
    readUsage(table, client_id, now),
  ]);
  const { taken, days, responses, errors } = usage;
  const members = { people, used_15min: taken['15min'], used_day: taken.day };
  return {
    members,
    tables: {
      usage_by_day: {
        data: days.map((day) => ({ ...day })),
        columns: ['date', 'requests', 'succeeded', 'refused', 'failed', 'people'],
      },
      usage_by_endpoint: {
        data: responses.map((response) => ({ ...response })),
        columns: ['endpoint', 'status', 'count'],
      },
      last_errors: {
        data: errors.map((error) => ({ ...error })),
        columns: ['datetime', 'endpoint', 'status', 'code', 'request_id'],
      },
    },
  };
}

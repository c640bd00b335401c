import { type Grant, isLive } from '#functions/auth/grant/grant.ts';
import { compact } from '#shared/runtime/compact.ts';

/** A client with access to a user's data, however many grants it has. */
export interface ConnectedClient {
  client_id: string;
  name: string;
  /** The day (UTC) of the oldest live grant. */
  since: string;
  /** The day (UTC) of the last use. Undefined if the client has not used its access. */
  last_used_on?: string;
}

/** Lists the clients to which a user's grants give access. Expects grants in creation order. */
export function listConnectedClients(
  grants: readonly Grant[],
  now: Date,
): ConnectedClient[] {
  const liveGrants = grants.filter((grant) => isLive(grant, now));
  const grantsByClient = Map.groupBy(liveGrants, ({ client_id }) => client_id);
  return [...grantsByClient.values()].map(toConnectedClient);
}

/** Summarizes the grants of one client. `grants` is not empty, although its type allows that. */
function toConnectedClient(grants: Grant[]): ConnectedClient {
  const [oldest] = grants;
  const newest = grants.at(-1);
  const daysOfUse = grants.flatMap(({ last_used_on }) => last_used_on ?? []);
  return compact({
    client_id: oldest?.client_id ?? '',
    name: newest?.application_name ?? '',
    since: oldest?.created_datetime.slice(0, 10) ?? '',
    last_used_on: daysOfUse.sort().at(-1),
  });
}

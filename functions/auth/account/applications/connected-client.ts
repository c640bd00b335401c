import { type Grant, isLive } from '../../grant/grant.ts';

/** An application that has access to a person's data, whatever number of times they granted it. */
export interface ConnectedClient {
  client_id: string;
  name: string;
  /** The day (UTC) from which on it has had access without a break that is known. */
  since: string;
  /** The latest day (UTC) on which it used its access; absent where it has not. */
  last_used_on?: string;
}

/** The applications to which these grants of a person, in the order of their making, give access. */
export function listConnectedClients(grants: readonly Grant[], now: Date): ConnectedClient[] {
  const live = grants.filter((grant) => isLive(grant, now));
  return [...Map.groupBy(live, ({ client_id }) => client_id)].map(([client_id, theirs]) => {
    const last_used_on = theirs
      .flatMap((grant) => grant.last_used_on ?? [])
      .sort()
      .at(-1);
    return {
      client_id,
      name: theirs.at(-1)?.application_name ?? '',
      since: theirs[0]?.created_datetime.slice(0, 10) ?? '',
      ...(last_used_on !== undefined && { last_used_on }),
    };
  });
}

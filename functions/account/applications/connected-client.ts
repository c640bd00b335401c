import type { Client } from '#functions/auth/client/client.ts';
import { isClientIdUrl } from '#functions/auth/client/client-id-url.ts';
import type { ProviderChoice } from '#functions/auth/data-policy/provider-choice.ts';
import { type Grant, isLive } from '#functions/auth/grant/grant.ts';
import {
  type ClientAccess,
  listOptedInTypes,
} from '#functions/auth/grant/opted-in-types.ts';
import { isPersonalClient } from '#shared/auth/principal.ts';
import { normalizeScope } from '#shared/contract/scopes.ts';
import { compact } from '#shared/runtime/compact.ts';

/**
 * A client with access to a user's data for an audience, however many grants it has. Each
 * installation of a client with a metadata document counts as one, because many share its id.
 */
export interface ConnectedClient extends ClientAccess {
  /** The only grant of an installation. */
  grant_id?: string;
  name: string;
  /** The scopes that the client has by one or another of its grants. */
  scope: string;
  /** The types that the user has ticked for it, in one or another of its grants. */
  optedInTypes: readonly string[];
  /** When the oldest live grant was given. */
  since: string;
  /** The day (UTC) of the last use. Undefined if the client has not used its access. */
  last_used_on?: string;
}

/** A client with access, and what people recognize it by. */
export interface ShownClient extends ConnectedClient {
  /** The links to its pages. Undefined if the client was not read. */
  links?: Pick<Client, 'client_uri' | 'policy_uri'> | undefined;
  /** The providers whose workouts it sees only if they are ticked. */
  choices: readonly ProviderChoice[];
}

/** The most clients whose links are read and shown. Few people have more. */
export const maxDescribedClients = 20;

/**
 * Lists the clients to which a user's grants give access, without those of personal access tokens.
 * Expects grants in creation order.
 */
export function listConnectedClients(
  grants: readonly Grant[],
  now: Date,
): ConnectedClient[] {
  const liveGrants = grants.filter(
    (grant) => isLive(grant, now) && !isPersonalClient(grant.client_id),
  );
  const grantsByClient = Map.groupBy(liveGrants, (grant) => {
    const { audience, client_id } = grant;
    return `${audience} ${client_id} ${findInstallation(grant)}`;
  });
  return [...grantsByClient.values()].map((grants) => toConnectedClient(grants, now));
}

function findInstallation({ client_id, id }: Grant): string | undefined {
  return isClientIdUrl(client_id) ? id : undefined;
}

/** Summarizes the grants of one client. `grants` is not empty, although its type allows that. */
function toConnectedClient(grants: Grant[], now: Date): ConnectedClient {
  const [oldest] = grants;
  const newest = grants.at(-1);
  const daysOfUse = grants.flatMap(({ last_used_on }) => last_used_on ?? []);
  const client_id = oldest?.client_id ?? '';
  const access = compact({ client_id, audience: oldest?.audience });
  return compact({
    ...access,
    grant_id: oldest && findInstallation(oldest),
    name: newest?.application_name ?? '',
    scope: normalizeScope(grants.map(({ scope }) => scope).join(' ')),
    optedInTypes: listOptedInTypes(grants, access, now),
    since: oldest?.created_datetime ?? '',
    last_used_on: daysOfUse.sort().at(-1),
  });
}

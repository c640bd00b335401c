/** The most clients that a user can have registered at the same time. */
export const maxOwnClients = 10;

/** The clients that a user has registered. */
export interface OwnClients {
  /** Absent if there is none. */
  client_ids?: ReadonlySet<string>;
}

/** Lists the ids of the clients of a user in the order of their registration. */
export function listOwnIds({ client_ids }: OwnClients): string[] {
  return client_ids ? [...client_ids].sort() : [];
}

/** A client's knowledge of an item after its requests. `unknown` is either of the others. */
export type Expectation = 'stored' | 'deleted' | 'unknown';

/** A diary entry: whether it exists, and the dates on which it can be. */
export interface EntryRecord {
  state: Expectation;
  dates: ReadonlySet<string>;
}

/** A connection, and the secret with which its access at the provider is revoked. */
export interface ConnectionRecord {
  state: Expectation;
  access_token: string;
}

/** The confirmed changes of one user's requests. */
export interface Records {
  /** By path: the names that the source can have, more than one if a change was not confirmed. */
  sources: Map<string, Set<string>>;
  /** By id of the diary entry. */
  entries: Map<string, EntryRecord>;
  /** The numbers of entries of POSTs that were not confirmed, by the id of their exercises. */
  unconfirmedPosts: Map<string, number>;
  /** By id of the connection to an account at a provider. */
  connections: Map<string, ConnectionRecord>;
  /** The URLs of uploaded images. */
  images: string[];
  /** Responses that no request should get. */
  unexpected: string[];
}

/** Creates empty records. */
export function createRecords(): Records {
  return {
    sources: new Map(),
    entries: new Map(),
    unconfirmedPosts: new Map(),
    connections: new Map(),
    images: [],
    unexpected: [],
  };
}

/** Counts the confirmed writes. */
export function countWrites({ sources, entries, connections, images }: Records): number {
  const states = [...connections.values()];
  const disconnected = states.filter(({ state }) => state === 'deleted');
  return sources.size + entries.size + disconnected.length + images.length;
}

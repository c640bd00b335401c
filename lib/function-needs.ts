import { type Endpoint, isLimited } from '#shared/contract/endpoint.ts';
import { defaultMemory, defaultTimeout } from '#shared/contract/function.ts';
import type { ContextNames, StoreUses } from '#shared/contract/resources.ts';
import { compact } from '#shared/runtime/compact.ts';

type EndpointStores = NonNullable<Endpoint['stores']>;

/** What a function needs that serves endpoints. */
export interface ApiFunctionNeeds
  extends Required<Pick<Endpoint, 'memory' | 'timeout' | 'baseUrls' | 'settings'>> {
  stores: EndpointStores;
}

/**
 * Returns what the function of these endpoints needs, and nothing else: the stores, base URLs and
 * settings of all, the largest memory and the longest timeout.
 */
export function mergeNeeds(endpoints: readonly Endpoint[]): ApiFunctionNeeds {
  const memory = endpoints.map(({ memory = defaultMemory }) => memory);
  const timeouts = endpoints.map(({ timeout = defaultTimeout }) => timeout);
  return {
    stores: endpoints.map(listStores).reduce(mergeStores, {}),
    baseUrls: unite(endpoints.map(({ baseUrls }) => baseUrls)) ?? [],
    settings: unite(endpoints.map(({ settings }) => settings)) ?? [],
    memory: Math.max(...memory),
    timeout: Math.max(...timeouts),
  };
}

/** The stores of a handler, and the update of the table that counts a request. */
function listStores(endpoint: Endpoint): EndpointStores {
  const { stores = {} } = endpoint;
  if (!isLimited(endpoint)) return stores;
  return { ...stores, table: unite([stores.table, ['update']]) ?? [] };
}

function mergeStores(one: EndpointStores, other: EndpointStores): EndpointStores {
  return compact({
    table: unite([one.table, other.table]),
    originals: unite([one.originals, other.originals]),
    exports: unite([one.exports, other.exports]),
    imports: unite([one.imports, other.imports]),
    pushes: unite([one.pushes, other.pushes]),
    signingKeys: unite([one.signingKeys, other.signingKeys]),
    encryption: mergeEncryption(one.encryption, other.encryption),
  });
}

function mergeEncryption(
  one: StoreUses['encryption'],
  other: StoreUses['encryption'],
): StoreUses['encryption'] {
  if (!one || !other) return one ?? other;
  return compact({
    encrypts: uniteContexts([one.encrypts, other.encrypts]),
    decrypts: uniteContexts([one.decrypts, other.decrypts]),
  });
}

/** Returns the distinct values of all lists, or undefined if there is no list. */
function unite<Value>(
  lists: readonly (readonly Value[] | undefined)[],
): readonly Value[] | undefined {
  const existing = lists.filter((list) => list !== undefined);
  return existing.length === 0 ? undefined : [...new Set(existing.flat())];
}

function uniteContexts(lists: readonly (readonly ContextNames[] | undefined)[]) {
  const contexts = unite(lists) ?? [];
  const distinct = new Map(contexts.map((names) => [names.join(), names]));
  return contexts.length === 0 ? undefined : [...distinct.values()];
}

import { serviceError } from '#shared/errors/errors.ts';
import type { DataPolicy } from '#shared/reference-data/provider-policies.ts';
import { listKeyTypes } from '#shared/reference-data/remote-connection-types.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import { isNew, unchangedSince } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { dataPolicyKeys } from './data-policy.keys.ts';
import type { PolicyOverride, PolicyOverrides } from './data-policy.ts';

/** The item with the overrides of all providers, so that the authorizer reads one. */
interface StoredPolicies {
  overrides: PolicyOverrides;
}

/** Returns the overrides of all providers. */
export async function findOverrides(table: Table<'get'>): Promise<PolicyOverrides> {
  const item = await table.get<StoredPolicies>(dataPolicyKeys.dataPolicies());
  return item?.overrides ?? {};
}

/** A change takes effect within a minute: API Gateway keeps an authorizer's decision for 50 s. */
const cache = createTtlCache<PolicyOverrides>(10_000);

/** Returns the same, which a warm function keeps for ten seconds. */
export function getOverrides(table: Table<'get'>, now: Date): Promise<PolicyOverrides> {
  return cache.getOrRead('', now, () => findOverrides(table));
}

/** The operator's settings of providers, as far as a person's choice depends on them. */
export interface ProviderSettings {
  overrides: PolicyOverrides;
  /**
   * The types whose accounts people can connect: we have a client at the provider, or they need
   * only a key and the operator has not turned them off.
   */
  connectable: readonly string[];
  /** The scopes that the operator has added to those that are requested, by type. */
  extraScopes: Readonly<Record<string, readonly string[]>>;
}

/** What is read of our client at a provider, or of what is set for one that needs only a key. */
interface StoredClient {
  type: string;
  extra_scopes: readonly string[];
  turned_off: string;
}

/** Returns the overrides and the types that people can connect, by one query. */
export async function loadProviderSettings(
  table: Table<'query'>,
): Promise<ProviderSettings> {
  const items = await table.query<Key & Partial<StoredPolicies & StoredClient>>(
    dataPolicyKeys.providerSettings(),
  );
  const scopes = items.map(({ type = '', extra_scopes = [] }) => [type, extra_scopes]);
  return {
    overrides: items.find(({ overrides }) => overrides)?.overrides ?? {},
    connectable: [
      ...items.flatMap(({ type }) => type ?? []),
      ...listKeyTypes().filter((type) =>
        items.every(({ turned_off }) => turned_off !== type),
      ),
    ],
    extraScopes: Object.fromEntries(scopes),
  };
}

/** A change of a policy by the operator. */
export interface PolicyChange {
  values: Partial<DataPolicy>;
  reason: string;
}

/**
 * Overrides values of a type's policy. The values that it has not are those of earlier changes.
 * Throws `unavailable` if another operator changes a policy at the same time.
 */
export function override(
  table: Table<'get' | 'put'>,
  type: string,
  { values, reason }: PolicyChange,
  now: Date,
): Promise<void> {
  const because = { reason, updated_datetime: now.toISOString() };
  const names = Object.keys(values);
  const reasons = Object.fromEntries(names.map((name) => [name, because]));
  return change(table, (overrides) => ({
    ...overrides,
    [type]: {
      values: { ...overrides[type]?.values, ...values },
      reasons: { ...overrides[type]?.reasons, ...reasons },
    } satisfies PolicyOverride,
  }));
}

/** Restores the default policy of a type. Throws `unavailable` as `override` does. */
export function restoreDefault(table: Table<'get' | 'put'>, type: string): Promise<void> {
  return change(table, ({ [type]: _, ...others }) => others);
}

async function change(
  table: Table<'get' | 'put'>,
  toNew: (overrides: PolicyOverrides) => PolicyOverrides,
): Promise<void> {
  const key = dataPolicyKeys.dataPolicies();
  const stored = await table.get<StoredPolicies>(key);
  const overrides = toNew(stored?.overrides ?? {});
  const condition = stored ? unchangedSince(stored) : isNew;
  const { done } = await table.put<StoredPolicies>({ ...key, overrides }, condition);
  if (!done) throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

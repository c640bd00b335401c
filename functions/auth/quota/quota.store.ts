import { factorVariable } from '#shared/quota/quotas.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Table } from '#shared/table/table.ts';
import { quotaKeys } from './quota.keys.ts';
import { type CommonQuotas, quotaFields, type SetQuotas } from './quota.ts';

/** Returns what the limits of all clients depend on. */
export async function findCommonQuotas(table: Table<'get'>): Promise<CommonQuotas> {
  const ofAll = (await table.get<SetQuotas>(quotaKeys.limits())) ?? {};
  return { ofAll, factor: Number(findEnvironment(factorVariable) ?? 1) };
}

/** A change takes effect within a minute: API Gateway keeps an authorizer's decision for 50 s. */
const cache = createTtlCache<CommonQuotas>(10_000);

/** Returns the same, which a warm function keeps for ten seconds. */
export function getCommonQuotas(table: Table<'get'>, now: Date): Promise<CommonQuotas> {
  return cache.getOrRead('', now, () => findCommonQuotas(table));
}

/** Sets limits of all clients. Further ones keep what they are. */
export async function setQuotasOfAll(
  table: Table<'update'>,
  limits: SetQuotas,
): Promise<void> {
  await table.update(quotaKeys.limits(), { set: limits }, {});
}

/** Removes the limits that were set for all clients. */
export async function removeQuotasOfAll(table: Table<'update'>): Promise<void> {
  await table.update(quotaKeys.limits(), { remove: quotaFields }, {});
}

import { factorVariable } from '#shared/quota/quotas.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Table } from '#shared/table/table.ts';
import { limitKeys } from './quota.keys.ts';
import { type CommonLimits, limitFields, type SetLimits } from './quota.ts';

/** Returns what the limits of all clients depend on. */
export async function findCommonLimits(table: Table<'get'>): Promise<CommonLimits> {
  const ofAll = (await table.get<SetLimits>(limitKeys.limits())) ?? {};
  return { ofAll, factor: Number(findEnvironment(factorVariable) ?? 1) };
}

/** A change takes effect within a minute: API Gateway keeps an authorizer's decision for 50 s. */
const cache = createTtlCache<CommonLimits>(10_000);

/** Returns the same, which a warm function keeps for ten seconds. */
export function getCommonLimits(table: Table<'get'>, now: Date): Promise<CommonLimits> {
  return cache.getOrRead('', now, () => findCommonLimits(table));
}

/** Sets limits of all clients. Further ones keep what they are. */
export async function setLimitsOfAll(
  table: Table<'update'>,
  limits: SetLimits,
): Promise<void> {
  await table.update(limitKeys.limits(), { set: limits }, {});
}

/** Removes the limits that were set for all clients. */
export async function removeLimitsOfAll(table: Table<'update'>): Promise<void> {
  await table.update(limitKeys.limits(), { remove: limitFields }, {});
}

import { findEnvironment } from '#shared/runtime/environment.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Change } from '#shared/table/expression.ts';
import type { Table } from '#shared/table/table.ts';
import { limitKeys } from './limit.keys.ts';
import { factorVariable, type SetLimits } from './limit.ts';

/** Returns the limits that the operator has set for all clients. */
export async function findLimitsOfAll(table: Table<'get'>): Promise<SetLimits> {
  return (await table.get<SetLimits>(limitKeys.limits())) ?? {};
}

/** Changes limits of all clients. */
export async function changeLimitsOfAll(
  table: Table<'update'>,
  change: Pick<Change, 'set' | 'remove'>,
): Promise<void> {
  await table.update(limitKeys.limits(), change, {});
}

/** A change takes effect within a minute: API Gateway keeps the authorizer's decision for 50 s. */
const ttlMillis = 10_000;

const cache = createTtlCache<SetLimits>(ttlMillis);

/** What the limits of all clients depend on. */
export interface CommonLimits {
  ofAll: SetLimits;
  factor: number;
}

/** Returns what a warm function keeps for ten seconds: the limits of all clients. */
export async function getCommonLimits(
  table: Table<'get'>,
  now: Date,
): Promise<CommonLimits> {
  const factor = Number(findEnvironment(factorVariable) ?? 1);
  const cached = cache.get('', now);
  if (cached) return { ofAll: cached, factor };

  const ofAll = await findLimitsOfAll(table);
  cache.set('', ofAll, now);
  return { ofAll, factor };
}

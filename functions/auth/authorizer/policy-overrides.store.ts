import * as dataPolicies from '#functions/auth/data-policy/data-policy.store.ts';
import type { PolicyOverrides } from '#functions/auth/data-policy/data-policy.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Table } from '#shared/table/table.ts';
import { ttlMillis } from './party-states.store.ts';

const cache = createTtlCache<PolicyOverrides>(ttlMillis);

/** Returns the operator's overrides of data policies, which a warm function caches. */
export async function getPolicyOverrides(
  table: Table<'get'>,
  now: Date,
): Promise<PolicyOverrides> {
  const cached = cache.get('', now);
  if (cached) return cached;

  const overrides = await dataPolicies.findOverrides(table);
  cache.set('', overrides, now);
  return overrides;
}

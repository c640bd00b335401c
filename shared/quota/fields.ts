import { createHash } from 'node:crypto';
import {
  type WindowName,
  type WindowQuotas,
  windowNames,
  windowSeconds,
} from './quotas.ts';
import type { UseItem } from './use.store.ts';

/** A limit of a caller in one window, as the header fields tell it. */
export interface Quota {
  /** The name of its policy, as in `15min` or `application-day`. */
  policy: string;
  limit: number;
  remaining: number;
  /** Whether the function has heard what all have counted of it. */
  isHeard: boolean;
  /** Whole seconds until the window ends, at least 1. */
  reset: number;
  /** Tells apart the quotas of several users of a client. */
  partitionKey: string | undefined;
}

const partitionKeyBytes = 9;

/** Returns the partition key of a user in a client: a digest, in base64. */
export function toPartitionKey(user_id: string, client_id: string): string {
  const digest = createHash('sha256').update(`${client_id} ${user_id}`).digest();
  return digest.subarray(0, partitionKeyBytes).toString('base64');
}

/** Returns the name of the policy of a window, for a user or for a whole client. */
export function toPolicyName(of: UseItem['of'], window: WindowName): string {
  return of === 'client' ? `application-${window}` : window;
}

function formatPartitionKey(partitionKey: string | undefined): string {
  return partitionKey === undefined ? '' : `;pk=:${partitionKey}:`;
}

/** Formats the policies of a user or of a client, in the syntax of RFC 9651. */
export function formatPolicies(
  of: UseItem['of'],
  limits: WindowQuotas,
  partitionKey: string | undefined,
): string {
  const pk = formatPartitionKey(partitionKey);
  const policies = windowNames.map(
    (window) =>
      `"${toPolicyName(of, window)}";q=${limits[window]};w=${windowSeconds[window]}${pk}`,
  );
  return policies.join(', ');
}

/**
 * Returns the quota that a caller reaches first, as far as the function has heard: that of which
 * the smallest share is left, or of several the one with the longest wait.
 */
export function findNearest(quotas: readonly Quota[]): Quota | undefined {
  let nearest: Quota | undefined;
  let leastShare = Infinity;
  for (const quota of quotas) {
    const share = quota.remaining / quota.limit;
    const isLonger = nearest !== undefined && quota.reset > nearest.reset;
    const isNearer = share < leastShare || (share === leastShare && isLonger);
    if (!quota.isHeard || !isNearer) continue;
    nearest = quota;
    leastShare = share;
  }
  return nearest;
}

/** Returns the quota that makes a caller wait longest. */
export function findLongest(quotas: readonly Quota[]): Quota | undefined {
  return quotas.toSorted((one, other) => other.reset - one.reset)[0];
}

/**
 * Returns the header fields of a response: all policies, and what is left of one quota, if it is
 * known (draft-ietf-httpapi-ratelimit-headers-11).
 */
export function buildQuotaFields(
  policies: readonly string[],
  shown: Quota | undefined,
): Readonly<Record<string, string>> {
  const fields = { 'RateLimit-Policy': policies.join(', ') };
  if (!shown) return fields;
  const { policy, remaining, reset, partitionKey } = shown;
  const pk = formatPartitionKey(partitionKey);
  return { ...fields, RateLimit: `"${policy}";r=${remaining};t=${reset}${pk}` };
}

import { createHash } from 'node:crypto';
import { type WindowName, windowSeconds } from './windows.ts';

/** A limit of a caller in one window, as the header fields tell it. */
export interface Quota {
  /** The name of its policy, as in `15min` or `application-day`. */
  policy: string;
  window: WindowName;
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

function formatPartitionKey({ partitionKey }: Quota): string {
  return partitionKey === undefined ? '' : `;pk=:${partitionKey}:`;
}

function formatPolicy(quota: Quota): string {
  const { policy, limit, window } = quota;
  const pk = formatPartitionKey(quota);
  return `"${policy}";q=${limit};w=${windowSeconds[window]}${pk}`;
}

function formatServiceLimit(quota: Quota): string {
  const { policy, remaining, reset } = quota;
  return `"${policy}";r=${remaining};t=${reset}${formatPartitionKey(quota)}`;
}

/** Compares by the share that is left, and those with the same by the longer wait. */
function compareByShare(one: Quota, other: Quota): number {
  const difference = one.remaining / one.limit - other.remaining / other.limit;
  return difference || other.reset - one.reset;
}

/** Returns the quota that a caller reaches first, as far as the function has heard. */
export function findNearest(quotas: readonly Quota[]): Quota | undefined {
  let nearest: Quota | undefined;
  for (const quota of quotas) {
    const isNearer = !nearest || compareByShare(quota, nearest) < 0;
    if (quota.isHeard && isNearer) nearest = quota;
  }
  return nearest;
}

/** Returns the quota that makes a caller wait longest. */
export function findLongest(quotas: readonly Quota[]): Quota | undefined {
  return quotas.toSorted((one, other) => other.reset - one.reset)[0];
}

/**
 * Returns the header fields of a response, in the syntax of RFC 9651: all policies, and what is
 * left of one quota, if it is known (draft-ietf-httpapi-ratelimit-headers-11).
 */
export function buildLimitFields(
  quotas: readonly Quota[],
  shown: Quota | undefined,
): Readonly<Record<string, string>> {
  const policies = { 'RateLimit-Policy': quotas.map(formatPolicy).join(', ') };
  return shown ? { ...policies, RateLimit: formatServiceLimit(shown) } : policies;
}

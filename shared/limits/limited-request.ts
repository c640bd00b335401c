import { once } from 'node:events';
import { isPersonalClient, type Principal } from '../auth/principal.ts';
import { ServiceError, serviceError, withRetryAfter } from '../errors/errors.ts';
import { describeFailure, getCause, log } from '../runtime/log.ts';
import { toEpochSeconds } from '../runtime/time.ts';
import type { Table } from '../table/table.ts';
import { type AnswerCounts, noCounts, onePerson, takeBack } from './counts.ts';
import {
  buildLimitFields,
  findLongest,
  findNearest,
  type Quota,
  toPartitionKey,
} from './fields.ts';
import {
  addWaiting,
  getRemaining,
  type Lease,
  type Leases,
  listFullWindows,
  openLease,
  withdraw,
  writeDue,
} from './lease.ts';
import type { Limits, WindowLimits } from './limits.ts';
import { toClientUse, toUserUse, type UseItem } from './use.store.ts';
import { type WindowName, windowNames } from './windows.ts';

/** A request that counts against the limits of its caller. */
export interface LimitedRequest {
  /** Throws `quota_exceeded` if a window is known to be full. Makes no store call. */
  requireRoom(): void;
  /**
   * Takes the units that the request costs, unless it has taken some. Throws `quota_exceeded` if a
   * window has no room for them. If the table cannot be reached, the request goes on.
   */
  take(units: number): Promise<void>;
  /**
   * Takes the units, unless the request has taken some, and counts its answer. Throws
   * `quota_exceeded` as `take` does; then the answer is not counted. Writes what is due.
   */
  finish(units: number, counts: AnswerCounts): Promise<void>;
  /** Returns the header fields about the limits. */
  fields(): Readonly<Record<string, string>>;
}

/** The sender of a request: a user by a client, or a client itself. */
export type LimitedCaller = Pick<Principal, 'user_id' | 'client_id' | 'token_use'>;

interface LimitedRequestProps {
  caller: LimitedCaller;
  limits: Limits;
  table: Table<'update'>;
  now: Date;
  requestId: string;
  /** Returns the time until the function ends, in milliseconds. */
  getRemainingMs: () => number;
}

/** A user in a client, or the whole client, with what this function holds for it. */
interface Scope {
  item: UseItem;
  lease: Lease;
  limits: WindowLimits;
  /** The beginning of the names of its policies. */
  prefix: '' | 'application-';
  owner: keyof AnswerCounts;
  partitionKey?: string;
}

/** The leases of this function. */
const leases: Leases = new Map();

/**
 * Returns what limits a request: its user in its client, and the client. A token of the client
 * itself has no user, and personal access tokens have no client but their user.
 */
function listScopes({ caller, limits, now }: LimitedRequestProps): Scope[] {
  const { user_id, client_id, token_use } = caller;
  const scopes: Scope[] = [];
  const add = (item: UseItem, scope: Omit<Scope, 'item' | 'lease'>) =>
    scopes.push({ item, lease: openLease(leases, item, now), ...scope });

  if (token_use === 'user') {
    const partitionKey = toPartitionKey(user_id, client_id);
    const scope = {
      limits: limits.user,
      prefix: '',
      owner: 'user',
      partitionKey,
    } as const;
    add(toUserUse(user_id, client_id, now), scope);
  }
  if (!isPersonalClient(client_id)) {
    const scope = {
      limits: limits.client,
      prefix: 'application-',
      owner: 'client',
    } as const;
    add(toClientUse(client_id, now), scope);
  }
  return scopes;
}

/** Returns the quota of a scope in each of its windows. */
function listQuotas(scope: Scope, now: Date): Quota[] {
  const { item, lease, limits, partitionKey } = scope;
  const at = toEpochSeconds(now);
  return windowNames.map((window) => ({
    policy: getPolicy(scope, window),
    window,
    limit: limits[window],
    remaining: getRemaining(lease, limits, window),
    reset: item.windows.endsAt[window] - at,
    partitionKey,
  }));
}

function getPolicy({ prefix }: Scope, window: WindowName): string {
  return prefix + window;
}

/** The longest wait of a request for its units, in milliseconds. */
const maxWaitMs = 1000;

/** The milliseconds that a function needs to respond after it has waited. */
const responseMs = 100;

async function failLate(remainingMs: number): Promise<never> {
  const waitMs = Math.min(maxWaitMs, Math.max(0, remainingMs - responseMs));
  await once(AbortSignal.timeout(waitMs), 'abort');
  throw serviceError('unavailable', { cause: 'use_timeout' });
}

/** Logs that a request goes on without having been counted, for an alarm. */
function logUncounted(error: unknown, request_id: string, client_id: string): void {
  const ids = { event: 'use_not_counted', request_id, client_id };
  if (error instanceof ServiceError)
    log({ level: 'warn', ...ids, cause: getCause(error) });
  else log({ level: 'error', ...ids, ...describeFailure(error) });
}

function isQuotaError(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'quota_exceeded';
}

/** Counts a request against the limits of its user and of its client. */
export function limitRequest(props: LimitedRequestProps): LimitedRequest {
  const { table, now, requestId, caller, getRemainingMs } = props;
  const scopes = listScopes(props);
  let isTaken = false;
  let isUncounted = false;
  let violated: readonly string[] = [];

  const listAllQuotas = () => scopes.flatMap((scope) => listQuotas(scope, now));
  const listViolated = () =>
    listAllQuotas().filter(({ policy }) => violated.includes(policy));

  /** Throws `quota_exceeded` if one of these windows of the scopes is full. */
  function requireNone(full: readonly (readonly WindowName[])[]): void {
    violated = scopes.flatMap((scope, index) =>
      (full[index] ?? []).map((window) => getPolicy(scope, window)),
    );
    if (violated.length === 0) return;
    const seconds = findLongest(listViolated())?.reset ?? 1;
    const error = serviceError('quota_exceeded', { policies: violated, seconds });
    throw withRetryAfter(error, seconds);
  }

  function requireRoomFor(units: number): void {
    requireNone(scopes.map(({ lease, limits }) => listFullWindows(lease, limits, units)));
  }

  /** Takes units of all scopes side by side. If one has no room, the others get theirs back. */
  async function takeOfAll(units: number, counts?: AnswerCounts): Promise<void> {
    requireRoomFor(units);
    const full = await Promise.all(
      scopes.map(({ item, lease, limits, owner }) =>
        withdraw(lease, { table, item, limits, units, counts: counts?.[owner] }),
      ),
    );
    if (full.every(({ length }) => length === 0)) return;
    const withRoom = scopes.filter((_, index) => full[index]?.length === 0);
    for (const { lease, owner } of withRoom) {
      lease.held += units;
      addWaiting(lease, takeBack(counts?.[owner] ?? noCounts));
    }
    requireNone(full);
  }

  /**
   * Waits for store calls. A request goes on without further ones if they fail or take too long.
   */
  async function tolerate(calls: Promise<unknown>): Promise<void> {
    try {
      await Promise.race([calls, failLate(getRemainingMs())]);
    } catch (error) {
      if (isQuotaError(error)) throw error;
      isUncounted = true;
      logUncounted(error, requestId, caller.client_id);
    }
  }

  function addCounts(counts: AnswerCounts): void {
    for (const { lease, owner } of scopes) addWaiting(lease, counts[owner]);
  }

  /** Counts the user for the client, at the user's first request of the day. */
  function countPerson(): void {
    const user = scopes.find(({ owner }) => owner === 'user');
    if (!user?.lease.isFirst) return;
    user.lease.isFirst = false;
    addCounts({ user: noCounts, client: onePerson });
  }

  async function take(units: number, counts?: AnswerCounts): Promise<void> {
    isTaken = true;
    await tolerate(takeOfAll(units, counts));
  }

  return {
    requireRoom: () => requireRoomFor(1),
    take: async (units) => {
      if (!isTaken) await take(units);
    },
    finish: async (units, counts) => {
      if (isTaken || units === 0) addCounts(counts);
      else await take(units, counts);
      countPerson();
      if (isUncounted) return;
      const writes = scopes.map((scope) =>
        writeDue(scope.lease, { ...scope, table }, now),
      );
      await tolerate(Promise.all(writes));
    },
    fields: () => {
      const quotas = listAllQuotas();
      const shown = violated.length > 0 ? findLongest(listViolated()) : undefined;
      return buildLimitFields(quotas, shown ?? findNearest(quotas));
    },
  };
}

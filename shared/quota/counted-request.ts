import { once } from 'node:events';
import { isPersonalClient, type Principal } from '../auth/principal.ts';
import { ServiceError, serviceError, withRetryAfter } from '../errors/errors.ts';
import { describeFailure, getCause, log } from '../runtime/log.ts';
import { toEpochSeconds } from '../runtime/time.ts';
import type { Table } from '../table/table.ts';
import {
  type CountedOwner,
  type Counter,
  type Counters,
  charge,
  count,
  flush,
  getUsed,
  getWorth,
  isDue,
  openCounter,
} from './counter.ts';
import { hasNews, onePerson, type ResponseCounts } from './counts.ts';
import {
  buildQuotaFields,
  findLongest,
  findNearest,
  formatPolicies,
  type Quota,
  toPartitionKey,
  toPolicyName,
} from './fields.ts';
import {
  type ClientQuotas,
  findWindows,
  type WindowQuotas,
  type Windows,
  windowNames,
} from './quotas.ts';
import { toClientUse, toUserUse } from './use.store.ts';

/** A request that counts against the limits of its caller. */
export interface CountedRequest {
  /**
   * Charges units. Throws `quota_exceeded` if a window is known to have no room for them, and then
   * takes back what the request was charged before. Makes no store call.
   */
  charge(units: number): void;
  /**
   * Counts the response, and adds what is owed to the table if it is worth a call. A request that
   * is free gets its units back. If the table cannot be reached, the request goes on.
   */
  finish(counts: ResponseCounts, isFree: boolean): Promise<void>;
  /** Returns the header fields about the limits. */
  fields(): Readonly<Record<string, string>>;
}

/** The sender of a request: a user by a client, or a client itself. */
export type CountedCaller = Pick<Principal, 'user_id' | 'client_id' | 'token_use'>;

interface CountedRequestProps {
  caller: CountedCaller;
  limits: ClientQuotas;
  /** Opens the table, which most requests do not need. */
  openTable: () => Table<'update'>;
  now: Date;
  requestId: string;
  /** Returns the time until the function ends, in milliseconds. */
  getRemainingMs: () => number;
  /** Defaults to those of this function. */
  counters?: Counters;
}

/** A user in a client, or the whole client, with what this function has counted of it. */
interface Scope {
  counter: Counter;
  limits: WindowQuotas;
  /** The units that are worth a call. */
  worth: number;
}

const countersOfFunction: Counters = new Map();

/**
 * Returns what limits a request: its user in its client, and the client. A token of the client
 * itself has no user, and personal access tokens have no client but their user.
 */
function listScopes(props: CountedRequestProps, windows: Windows): Scope[] {
  const { caller, limits, now, counters = countersOfFunction } = props;
  const { user_id, client_id, token_use } = caller;
  const scopes: Scope[] = [];
  const add = (owner: CountedOwner, limits: WindowQuotas) => {
    const counter = openCounter(counters, owner, windows);
    scopes.push({ counter, limits, worth: getWorth(limits) });
  };
  if (token_use === 'user') {
    const owner = {
      name: `${user_id} ${client_id}`,
      toItem: () => toUserUse(user_id, client_id, now),
      toPartitionKey: () => toPartitionKey(user_id, client_id),
    };
    add(owner, limits.user);
  }
  if (!isPersonalClient(client_id))
    add({ name: client_id, toItem: () => toClientUse(client_id, now) }, limits.client);
  return scopes;
}

/** Lists the quotas of scopes, one for each window. */
function listQuotas(scopes: readonly Scope[], windows: Windows, now: Date): Quota[] {
  const at = toEpochSeconds(now);
  const quotas: Quota[] = [];
  for (const { counter, limits } of scopes)
    for (const window of windowNames)
      quotas.push({
        policy: toPolicyName(counter.item.of, window),
        limit: limits[window],
        remaining: Math.max(0, limits[window] - getUsed(counter, windows, window)),
        isHeard: counter.seen !== undefined,
        reset: windows.endsAt[window] - at,
        partitionKey: counter.partitionKey,
      });
  return quotas;
}

/** Returns the policies of a scope as text, which is kept while its limits stay the same. */
function getPolicies({ counter, limits }: Scope): string {
  if (counter.policies?.limits !== limits) {
    const { item, partitionKey } = counter;
    counter.policies = { limits, text: formatPolicies(item.of, limits, partitionKey) };
  }
  return counter.policies.text;
}

/** The longest wait of a request for the table, in milliseconds. */
const maxWaitMs = 1000;

/** The milliseconds that a function needs to respond after it has waited. */
const responseMs = 100;

async function failLate(remainingMs: number): Promise<never> {
  const waitMs = Math.min(maxWaitMs, Math.max(0, remainingMs - responseMs));
  await once(AbortSignal.timeout(waitMs), 'abort');
  throw serviceError('unavailable', { cause: 'use_timeout' });
}

/** Logs that the table does not have a request yet, for an alarm. */
function logUncounted(error: unknown, request_id: string, client_id: string): void {
  const ids = { event: 'use_not_counted', request_id, client_id };
  if (error instanceof ServiceError)
    log({ level: 'warn', ...ids, cause: getCause(error) });
  else log({ level: 'error', ...ids, ...describeFailure(error) });
}

/** Returns the units that are worth a call: any, if there is news of a scope that is still owed. */
function chooseWorth(scopes: readonly Scope[], { worth }: Scope): number {
  const isNews = scopes.some(({ counter: { owed, seen } }) => hasNews(owed, seen));
  return isNews ? 1 : worth;
}

/**
 * Adds what is due of all scopes, the user first: who has the first request of a day is one more of
 * the people of the client.
 */
async function flushAll(scopes: readonly Scope[], table: Table<'update'>): Promise<void> {
  let isFirst = false;
  for (const scope of scopes) {
    const { counter } = scope;
    if (counter.item.of === 'client' && isFirst) count(counter, onePerson, 0);
    isFirst = await flush(counter, table, chooseWorth(scopes, scope));
  }
}

/** Counts a request against the limits of its user and of its client. */
export function countRequest(props: CountedRequestProps): CountedRequest {
  const { openTable, now, requestId, caller, getRemainingMs } = props;
  const windows = findWindows(now);
  const scopes = listScopes(props, windows);
  let charged = 0;
  let violated: readonly string[] = [];

  function chargeAll(units: number): void {
    charged += units;
    for (const { counter } of scopes) charge(counter, windows, units);
  }

  /** Returns the error of the quotas that are used up. */
  function refuse(full: readonly Quota[]): Error {
    chargeAll(-charged);
    violated = full.map(({ policy }) => policy);
    const seconds = findLongest(full)?.reset ?? 1;
    const error = serviceError('quota_exceeded', { policies: violated, seconds });
    return withRetryAfter(error, seconds);
  }

  return {
    charge: (units) => {
      const quotas = listQuotas(scopes, windows, now);
      const full = quotas.filter(({ remaining }) => remaining < units);
      if (full.length > 0) throw refuse(full);
      chargeAll(units);
    },
    finish: async (counts, isFree) => {
      if (isFree) chargeAll(-charged);
      const weight = isFree ? 1 : 0;
      for (const { counter } of scopes) count(counter, counts[counter.item.of], weight);
      if (!scopes.some(({ counter, worth }) => isDue(counter, worth))) return;
      try {
        const calls = flushAll(scopes, openTable());
        await Promise.race([calls, failLate(getRemainingMs())]);
      } catch (error) {
        logUncounted(error, requestId, caller.client_id);
      }
    },
    fields: () => {
      const quotas = listQuotas(scopes, windows, now);
      const policies = scopes.map(getPolicies);
      if (violated.length === 0) return buildQuotaFields(policies, findNearest(quotas));
      const full = quotas.filter(({ policy }) => violated.includes(policy));
      return buildQuotaFields(policies, findLongest(full));
    },
  };
}

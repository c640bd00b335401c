import type { Endpoint } from '../contract/endpoint.ts';
import {
  changeSet,
  isBeyondEnds,
  type KeepRule,
  keep,
  keepEnds,
  keepLast,
  readSet,
} from './growing-set.ts';
import { isUnits } from './quotas.ts';
import type { Tally, Use } from './use.store.ts';

/** Counts of a function for an item of use: units, responses, reads and people. */
export interface Counts {
  /** Amounts by attribute. */
  amounts: Readonly<Record<string, number>>;
  /** New members of sets. */
  members: Readonly<Record<string, readonly string[]>>;
}

export const noCounts: Counts = { amounts: {}, members: {} };

/** The set of the last errors of a client. */
export const errorSet = 'errors';

/** The amount of users whose first request of the day it was. */
export const peopleAmount = 'people';

/** The counts of a user's first request of the day. */
export const onePerson: Counts = { amounts: { [peopleAmount]: 1 }, members: {} };

/** The most errors of a client that are kept, and shown. */
export const maxErrors = 20;

/** The end of the names that count requests beyond the limits. */
const refused = ' 429';

/** Returns the rule of a set: the last errors, or the first and the last date. */
export function getRule(name: string): KeepRule {
  return name === errorSet ? keepLast(maxErrors) : keepEnds;
}

/** Adds counts of one item. They do not grow with the requests. */
export function joinCounts(one: Counts, other: Counts): Counts {
  const amounts = { ...one.amounts };
  for (const name in other.amounts) {
    const sum = (amounts[name] ?? 0) + (other.amounts[name] ?? 0);
    if (sum === 0) delete amounts[name];
    else amounts[name] = sum;
  }
  const members = { ...one.members };
  for (const name in other.members)
    members[name] = keep(getRule(name), members[name] ?? [], other.members[name] ?? []);
  return { amounts, members };
}

/** Returns the change that adds counts to an item, of which `seen` was seen last. */
export function toTally(
  { amounts, members }: Counts,
  seen: Use | undefined,
): Required<Tally> {
  const changes = Object.entries(members).map(([name, added]) =>
    changeSet(name, added, { seen, rule: getRule(name) }),
  );
  return {
    increment: amounts,
    include: Object.assign({}, ...changes.map(({ include }) => include)),
    exclude: Object.assign({}, ...changes.map(({ exclude }) => exclude)),
  };
}

/** The counts of one response: for its user, and for its client. */
export interface ResponseCounts {
  user: Counts;
  client: Counts;
}

/**
 * Returns whether counts have a name or a date that the item does not have. These are written at
 * once, because an idle function may end before its next request. Refusals are not: a client at its
 * limit costs no call.
 */
export function hasNews({ amounts, members }: Counts, seen: Use = {}): boolean {
  for (const name in amounts) {
    const isNew = name === peopleAmount || !(name in seen);
    if (isNew && !isUnits(name) && !name.endsWith(refused)) return true;
  }
  for (const name in members)
    if (name !== errorSet && isBeyondEnds(seen, name, members[name] ?? [])) return true;
  return false;
}

/** The counts of the response to a request. */
export interface CountedResponse {
  endpoint: Pick<Endpoint, 'method' | 'path'>;
  /** The class of the endpoint. */
  endpointClass: string;
  status: number;
  /** The code of the error. Undefined if the request has succeeded. */
  code?: string | undefined;
  /** The id of the request in the logs. */
  request_id: string;
  now: Date;
}

/**
 * Returns the class of an endpoint: its method, and its path without parameters and slash at the
 * end, as in `GET /diary`, or the host of a path that is its root. It has the same form for every
 * request, so it tells nothing of anybody.
 */
export function toEndpointClass({ method, path, host }: Endpoint): string {
  const segments = path.split('/').filter((segment) => !segment.startsWith('{'));
  const named = segments.join('/').replace(/\/$/, '');
  return `${method} ${named || host}`;
}

/** Returns what the item of a client counts of a response. It has no data of a user. */
export function countForClient(response: CountedResponse): Counts {
  const { endpointClass, status } = response;
  const isError = status >= 400;
  return {
    amounts: { [`${endpointClass} ${status}`]: 1 },
    members: isError ? { [errorSet]: [formatError(response)] } : {},
  };
}

/** The responses of an endpoint class with a status. */
export interface ResponseCount {
  /** The class, as in `GET /diary`. */
  endpoint: string;
  status: number;
  count: number;
}

/** Lists the responses that the item of a client has counted. */
export function listResponseCounts(use: Use): ResponseCount[] {
  return Object.entries(use).flatMap(([name, count]) => {
    const [, endpoint, status] = /^([A-Z]+ \S+) (\d{3})$/.exec(name) ?? [];
    if (endpoint === undefined || typeof count !== 'number' || count <= 0) return [];
    return { endpoint, status: Number(status), count };
  });
}

/**
 * The members of an error as the item has them: one text, which begins with the time. What waits
 * around midnight can be in the item of the next day, so the time has its date.
 */
export interface CountedError {
  datetime: string;
  status: number;
  code: string;
  request_id: string;
  /** The method and the declared path, as in `GET /diary/{id}`. */
  endpoint: string;
}

/** Lists the errors that the item of a client has, the earliest first. */
export function listErrors(use: Use): CountedError[] {
  return readSet(use, errorSet, getRule(errorSet)).map(parseError);
}

function formatError({
  endpoint,
  status,
  code,
  request_id,
  now,
}: CountedResponse): string {
  const { method, path } = endpoint;
  return [now.toISOString(), status, code, request_id, method, path].join(' ');
}

function parseError(text: string): CountedError {
  const [datetime = '', status, code = '', request_id = '', ...endpoint] =
    text.split(' ');
  return {
    datetime,
    status: Number(status),
    code,
    request_id,
    endpoint: endpoint.join(' '),
  };
}

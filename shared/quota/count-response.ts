import type { Endpoint } from '../contract/endpoint.ts';
import { type Counts, errorSet, getRule } from './counts.ts';
import { readSet } from './growing-set.ts';
import type { Use } from './use.store.ts';

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

/** Lists the errors that the item of a client has, the earliest first. */
export function listErrors(use: Use): CountedError[] {
  return readSet(use, errorSet, getRule(errorSet)).map(parseError);
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

/** Returns what the item of a client counts of a response. It has no data of a user. */
export function countForClient(response: CountedResponse): Counts {
  const { endpointClass, status } = response;
  const isError = status >= 400;
  return {
    amounts: { [`${endpointClass} ${status}`]: 1 },
    members: isError ? { [errorSet]: [formatError(response)] } : {},
  };
}

import { errorSet, getRule } from './counts.ts';
import { readSet } from './growing-set.ts';
import type { Use } from './use.store.ts';

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

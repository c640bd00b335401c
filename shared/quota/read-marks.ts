import { type Endpoint, getResource } from '../contract/endpoint.ts';
import { fullScope } from '../contract/scopes.ts';
import { compact } from '../runtime/compact.ts';
import { isCalendarDate } from '../runtime/time.ts';
import { type Counts, getRule } from './counts.ts';
import { readSet } from './growing-set.ts';
import type { Use } from './use.store.ts';

/** The kinds of a user's data that a client can read. */
export const dataKinds = [
  'profile',
  'diary',
  'data_sources',
  'connections',
  'changes',
  'exports',
  'measurements',
] as const;
export type DataKind = (typeof dataKinds)[number];

/**
 * Returns the kind of a user's data that an endpoint reads, or undefined if it reads none. It is
 * what the scope of the endpoint is about.
 */
export function findDataKind(endpoint: Endpoint): DataKind | undefined {
  const { method, auth, scope = fullScope } = endpoint;
  if (method !== 'GET' || auth === 'public') return undefined;
  return findKindOfScope(scope === 'any' ? getResource(endpoint) : scope);
}

/** Returns the kind of data that a scope is about. Only exports require full access. */
export function findKindOfScope(scope: string): DataKind | undefined {
  const name = scope === fullScope ? 'exports' : scope.split('.')[0];
  return dataKinds.find((kind) => kind === name);
}

const toReads = (kind: DataKind) => `reads_${kind}`;
const toDates = (kind: DataKind) => `dates_${kind}`;

/** Returns what the item of a user counts of a read of one kind of data and of some dates. */
export function countRead(kind: DataKind, dates: readonly string[]): Counts {
  return {
    amounts: { [toReads(kind)]: 1 },
    members: dates.length > 0 ? { [toDates(kind)]: dates } : {},
  };
}

/** A request of a client, as its handler got it, and the body of the response. */
export interface ReadParts {
  query: unknown;
  body: unknown;
}

/**
 * Lists the calendar dates that a read is about: those for which the request asked, or else those
 * of the response and of its items, e.g. that of an entry. A page that leads on has not read all
 * days for which the request asked.
 */
export function listDatesRead({ query, body }: ReadParts): string[] {
  const asked = listDates([query]);
  if (asked.length > 0 && !leadsOn(body)) return asked;
  const members = typeof body === 'object' && body !== null ? Object.values(body) : [];
  return listDates([body, ...members.flat()]);
}

function leadsOn(body: unknown): boolean {
  const { _links } = (body ?? {}) as { _links?: { next?: unknown } };
  return _links?.next !== undefined;
}

/**
 * Lists the dates among the members of objects. A client chooses some texts itself, e.g. the device
 * of a query or the name of a food. A page can show no date that the calendar does not have, e.g.
 * of month 99.
 */
function listDates(objects: readonly unknown[]): string[] {
  const dates: string[] = [];
  for (const members of objects) {
    if (typeof members !== 'object' || members === null) continue;
    for (const value of Object.values(members))
      if (typeof value === 'string' && isCalendarDate(value)) dates.push(value);
  }
  return dates;
}

/** The reads of one kind of data by a client on one day. */
export interface ReadMark {
  kind: DataKind;
  reads: number;
  /** The earliest and the latest date read. Absent for data without dates. */
  earliest_date?: string;
  latest_date?: string;
}

/** Lists the marks of an item: one for each kind of data that was read. */
export function listReadMarks(item: Use): ReadMark[] {
  return dataKinds.flatMap((kind) => {
    const reads = item[toReads(kind)];
    if (typeof reads !== 'number' || reads <= 0) return [];
    const stored = readSet(item, toDates(kind), getRule(toDates(kind)));
    // Release 0.3.0 has stored any eight digits.
    const dates = stored.filter(isCalendarDate);
    const ends = { earliest_date: dates.at(0), latest_date: dates.at(-1) };
    return compact({ kind, reads, ...ends });
  });
}

import {
  type CountedError,
  listErrors,
  listResponseCounts,
  maxErrors,
  peopleAmount,
  type ResponseCount,
} from '#shared/quota/counts.ts';
import { findWindows, getTaken, type WindowName } from '#shared/quota/quotas.ts';
import type { Use } from '#shared/quota/use.store.ts';

/** The use of a client on one day (UTC), as it is stored. */
export interface DayOfUse {
  date: string;
  use: Use;
}

/** The requests of a client on one day (UTC). */
export interface DailyUsage {
  date: string;
  /** The users with a request on this day. */
  people: number;
  requests: number;
  /** Requests with a status below 400, from 400 to 499, and from 500. */
  succeeded: number;
  refused: number;
  failed: number;
}

/** The use of a client on the days that are kept. */
export interface ClientUsage {
  /** The latest first. Days without requests are left out. */
  days: readonly DailyUsage[];
  /** The responses of all days by endpoint and status. */
  responses: readonly ResponseCount[];
  /** The latest first. */
  errors: readonly CountedError[];
  /** The units of the current windows that are taken. */
  taken: Readonly<Record<WindowName, number>>;
}

/** Summarizes the use of a client. Expects the days in ascending order. */
export function summarizeUsage(days: readonly DayOfUse[], now: Date): ClientUsage {
  const latestFirst = days.toReversed();
  const windows = findWindows(now);
  const today = days.find(({ date }) => date === windows.date)?.use;
  return {
    days: latestFirst.map(summarizeDay),
    responses: sumResponses(days.flatMap(({ use }) => listResponseCounts(use))),
    errors: listLastErrors(days),
    taken: {
      '15min': getTaken(today, windows, '15min'),
      day: getTaken(today, windows, 'day'),
    },
  };
}

function summarizeDay({ date, use }: DayOfUse): DailyUsage {
  const responses = listResponseCounts(use);
  const countFrom = (lowest: number, above: number) =>
    responses
      .filter(({ status }) => status >= lowest && status < above)
      .reduce((sum, { count }) => sum + count, 0);
  const people = use[peopleAmount];
  return {
    date,
    people: typeof people === 'number' ? people : 0,
    requests: countFrom(0, Infinity),
    succeeded: countFrom(0, 400),
    refused: countFrom(400, 500),
    failed: countFrom(500, Infinity),
  };
}

function listLastErrors(days: readonly DayOfUse[]): CountedError[] {
  const errors = days.flatMap(({ use }) => listErrors(use));
  errors.sort((one, other) => other.datetime.localeCompare(one.datetime));
  return errors.slice(0, maxErrors);
}

/** Sums responses by endpoint and status, in their order. */
function sumResponses(responses: readonly ResponseCount[]): ResponseCount[] {
  const groups = Object.values(
    Object.groupBy(responses, ({ endpoint, status }) => `${endpoint} ${status}`),
  );
  const sums = groups.map((group = []) => ({
    endpoint: group[0]?.endpoint ?? '',
    status: group[0]?.status ?? 0,
    count: group.reduce((sum, { count }) => sum + count, 0),
  }));
  return sums.sort(
    (one, other) =>
      one.endpoint.localeCompare(other.endpoint) || one.status - other.status,
  );
}

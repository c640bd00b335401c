import { compact } from '#shared/runtime/compact.ts';
import { type EventPattern, matchesEventPattern } from '../template/event-pattern.ts';
import type { StreamRoute } from '../template/stream-routes.ts';
import type { ExpectsRecord } from './table-write.ts';

/** The records of a table that a rule may match, judging by what is known before a write. */
export interface ExpectedRecords {
  table: string;
  /** A pattern for the event name and the keys. */
  pattern: EventPattern;
}

/** Lists the records that the rules of routes may match. A rule can omit event names and keys. */
export function listExpectedRecords(routes: readonly StreamRoute[]): ExpectedRecords[] {
  return routes.map(({ table, pattern: { eventName, dynamodb } }) => {
    const { Keys = {} } = (dynamodb ?? {}) as EventPattern;
    return { table, pattern: compact({ eventName, dynamodb: { Keys } }) };
  });
}

/** Creates a function that returns whether one of `expected` matches a record. */
export function createRecordExpectation(
  expected: readonly ExpectedRecords[],
): ExpectsRecord {
  return (table, record) =>
    expected.some(
      (records) =>
        records.table === table && matchesEventPattern(records.pattern, record),
    );
}

import type { Table } from '#shared/table/table.ts';
import { createTableOfCalls } from './failing-table.ts';
import { table } from './fixtures.ts';

/** The calls of a request around which a concurrent request can run. */
const operations = ['get', 'getEach', 'query', 'put', 'update', 'transact'] as const;

/** When a concurrent request runs: before or after the first such call. */
export type Moment = `${'before' | 'after'} its ${(typeof operations)[number]}`;

type Call = (...args: unknown[]) => Promise<unknown>;

/**
 * Wraps the table of a request to force a race condition. `meanwhile` runs once at that moment, as
 * a concurrent request.
 */
export function createRacingTable(
  moment: Moment,
  meanwhile: () => Promise<unknown>,
): Table {
  const plainTable = table();
  let hasRun = false;
  const runMeanwhile = async (currentMoment: Moment) => {
    if (hasRun || currentMoment !== moment) return;
    hasRun = true;
    await meanwhile();
  };
  const racing = operations.map((operation) => {
    const call = plainTable[operation] as Call;
    const race: Call = async (...args) => {
      await runMeanwhile(`before its ${operation}`);
      const outcome = await call(...args);
      await runMeanwhile(`after its ${operation}`);
      return outcome;
    };
    return [operation, race] as const;
  });
  return { ...plainTable, ...Object.fromEntries(racing) };
}

/** A table in which a concurrent request runs, and whether it has run. */
interface InterleavedTable {
  table: Table;
  hasRun: () => boolean;
}

/** Creates a table in which `meanwhile` runs as a concurrent request before a call. */
export function createInterleavedTable(
  callNumber: number,
  meanwhile: () => Promise<unknown>,
): InterleavedTable {
  let calls = 0;
  const interleaved = createTableOfCalls(async (call) => {
    calls += 1;
    if (calls === callNumber) await meanwhile();
    return call();
  });
  return { table: interleaved, hasRun: () => calls >= callNumber };
}

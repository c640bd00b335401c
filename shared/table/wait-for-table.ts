import { ServiceError } from '../errors/errors.ts';
import type { Table } from './table.ts';

/** Waits some milliseconds. */
export type PauseFor = (ms: number) => Promise<void>;

/** The longest pauses in a row: the last ones are of half a minute, all of them of three. */
const maxPauses = 12;
const firstPauseMs = 250;
const maxPauseMs = 30_000;

/** Returns whether an operation of a table has failed because it is throttling, or far away. */
export function isTableBusy(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.code !== 'unavailable') return false;
  // That others change the same item all the time, the table does not say.
  return error.cause !== 'concurrent_changes';
}

/** Pauses that grow with each one. `pause` throws the error when there were too many in a row. */
export function createPauses(wait: PauseFor) {
  let count = 0;
  return {
    async pause(error: unknown): Promise<void> {
      if (!isTableBusy(error) || count === maxPauses) throw error;
      await wait(Math.min(maxPauseMs, firstPauseMs * 2 ** count));
      count += 1;
    },
    reset(): void {
      count = 0;
    },
  };
}

/**
 * Repeats what changes nothing if it is repeated, with growing pauses, while the table is busy.
 * Throws `unavailable` if it is busy for minutes.
 */
export async function whileBusy<Result>(
  wait: PauseFor,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const pauses = createPauses(wait);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      await pauses.pause(error);
    }
  }
}

type Reads = Table<'get' | 'getEach' | 'query'>;

/** Returns the same table, whose reads wait while it is busy. Its pages do not. */
export function waitForReads<T extends Reads>(table: T, wait: PauseFor): T {
  const reads: Pick<Reads, 'get' | 'getEach' | 'query'> = {
    get: (key) => whileBusy(wait, () => table.get(key)),
    getEach: (keys, options) => whileBusy(wait, () => table.getEach(keys, options)),
    query: (range) => whileBusy(wait, () => table.query(range)),
  };
  return { ...table, ...reads };
}

import type { Table } from '#shared/table/table.ts';
import { table } from './fixtures.ts';

/** The call that fails, counted from 1, and whether it reaches the store before it fails. */
export interface StoreFault {
  number: number;
  isWritten: boolean;
}

/** Returns a table of which one call fails, as if the process had ended. */
export function createFailingTable({ number, isWritten }: StoreFault): Table {
  let calls = 0;
  const failOnce = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls !== number) return call();
    if (isWritten) await call();
    throw new Error('The process ended.');
  };
  const real = table();
  return {
    get: (key) => failOnce(() => real.get(key)),
    query: (range) => failOnce(() => real.query(range)),
    queryPage: (page) => failOnce(() => real.queryPage(page)),
    listKeys: real.listKeys,
    put: (item, condition) => failOnce(() => real.put(item, condition)),
    update: (...write) => failOnce(() => real.update(...write)),
    updateWithoutReturnValues: (...write) =>
      failOnce(() => real.updateWithoutReturnValues(...write)),
    delete: (key, condition) => failOnce(() => real.delete(key, condition)),
  };
}

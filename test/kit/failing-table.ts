import type { Table } from '#shared/table/table.ts';
import { failAt } from './failing-stores.ts';
import { table } from './fixtures.ts';

/** The call that fails, counted from 1, and whether the store makes it before it fails. */
export interface StoreFault {
  number: number;
  isWritten: boolean;
}

/** Makes one call to the store, or fails instead. */
type MakeCall = <T>(call: () => Promise<T>) => Promise<T>;

/** Creates a table whose write `number` and all later calls fail, as if the process had ended. */
export function createFailingTable({ number, isWritten }: StoreFault): Table {
  const counted = { onlyWrites: true, isWritten };
  return failAt({ table: table() }, number, counted).stores.table;
}

/** Creates a table that makes each of its calls with `makeCall`. */
export function createTableOfCalls(makeCall: MakeCall): Table {
  const real = createTableOfWrites(makeCall);
  return {
    ...real,
    get: (key) => makeCall(() => real.get(key)),
    // Without keys, there is nothing to read.
    getEach: (keys) =>
      keys.length > 0 ? makeCall(() => real.getEach(keys)) : real.getEach(keys),
    query: (range) => makeCall(() => real.query(range)),
    queryPage: (page) => makeCall(() => real.queryPage(page)),
  };
}

/** Creates a table that makes each of its writes with `makeWrite`, which can fail. */
export function createTableOfWrites(makeWrite: MakeCall): Table {
  const real = table();
  return {
    ...real,
    put: (item, condition) => makeWrite(() => real.put(item, condition)),
    update: (...write) => makeWrite(() => real.update(...write)),
    updateWithoutReturnValues: (...write) =>
      makeWrite(() => real.updateWithoutReturnValues(...write)),
    delete: (key, condition) => makeWrite(() => real.delete(key, condition)),
    transact: (changes) => makeWrite(() => real.transact(changes)),
  };
}

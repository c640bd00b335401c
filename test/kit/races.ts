import type { Table } from '#shared/table/table.ts';
import { table } from './fixtures.ts';

/** When a concurrent request runs: before or after the first put or query. */
type Moment = `${'before' | 'after'} its ${'put' | 'query'}`;

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
  return {
    ...plainTable,
    async put(item, condition) {
      await runMeanwhile('before its put');
      const outcome = await plainTable.put(item, condition);
      await runMeanwhile('after its put');
      return outcome;
    },
    async query<R extends object>(range: Parameters<Table['query']>[0]) {
      await runMeanwhile('before its query');
      const items = await plainTable.query<R>(range);
      await runMeanwhile('after its query');
      return items;
    },
  };
}

import type { Table } from '../../shared/table/table.ts';
import { table } from './fixtures.ts';

/** The table of a request that another overtakes: `meanwhile` happens right before or after it writes its first new item. */
export function overtakenTable(moment: 'before' | 'after', meanwhile: () => Promise<unknown>): Table {
  const own = table();
  let awaited = true;
  const happen = async (now: typeof moment) => {
    if (!awaited || now !== moment) return;
    awaited = false;
    await meanwhile();
  };
  return {
    ...own,
    async put(row, condition) {
      await happen('before');
      const outcome = await own.put(row, condition);
      await happen('after');
      return outcome;
    },
  };
}

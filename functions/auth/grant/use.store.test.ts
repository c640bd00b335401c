import { describe, expect, it, vi } from 'vitest';
import { buildStoredGrant, now } from '#kit/grants.ts';
import type { Table } from '#shared/table/table.ts';
import { recordUse } from './use.store.ts';

const grant = buildStoredGrant();

/** Returns a table whose writes all have this outcome, and a function that counts the writes. */
function newTable(outcome: () => Promise<never>) {
  let writes = 0;
  const update: Table<'update'>['update'] = () => {
    writes += 1;
    return outcome();
  };
  const countWrites = () => writes;
  return { table: { update, updateWithoutReturnValues: update }, countWrites };
}

const newFailingTable = () => newTable(() => Promise.reject(new Error('busy')));

describe('the day of the last use', () => {
  it('is written once a day', async () => {
    const { table, countWrites } = newFailingTable();
    await recordUse(table, { ...grant, last_used_on: '2026-11-20' }, now);
    expect(countWrites()).toBe(0);
    await recordUse(table, { ...grant, last_used_on: '2026-11-19' }, now);
    await recordUse(table, grant, now);
    expect(countWrites()).toBe(2);
  });

  it('does not fail the request if the write fails', async () => {
    await expect(recordUse(newFailingTable().table, grant, now)).resolves.toBeUndefined();
  });

  it('does not delay the request if the table is slow', async () => {
    const limit = new AbortController();
    using timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const { table } = newTable(() => new Promise(() => undefined));
    const recorded = recordUse(table, grant, now);
    expect(timeout).toHaveBeenCalledExactlyOnceWith(250);
    limit.abort();
    await expect(recorded).resolves.toBeUndefined();
  });
});

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { now, storedGrant } from '#kit/grants.ts';
import type { Table } from '#shared/table/table.ts';
import { recordUse } from './use.store.ts';

const grant = storedGrant();

/** A store that answers every write with this, and counts them. */
function answering(answer: () => Promise<never>) {
  let writes = 0;
  const update: Table<'update'>['update'] = () => {
    writes += 1;
    return answer();
  };
  return { table: { update, updateWithoutRow: update }, writes: () => writes };
}

const failing = () => answering(() => Promise.reject(new Error('busy')));

describe('the day of the latest use', () => {
  it('is written once a day', async () => {
    const { table, writes } = failing();
    await recordUse(table, { ...grant, last_used_on: '2026-11-20' }, now);
    expect(writes()).toBe(0);
    await recordUse(table, { ...grant, last_used_on: '2026-11-19' }, now);
    await recordUse(table, grant, now);
    expect(writes()).toBe(2);
  });

  it('keeps nobody out who may come in, where it cannot be written', async () => {
    await expect(recordUse(failing().table, grant, now)).resolves.toBeUndefined();
  });

  it('keeps nobody waiting where the store is slow', async () => {
    vi.stubEnv('TIME_LIMIT_FACTOR', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { table } = answering(() => new Promise(() => undefined));
    await expect(recordUse(table, grant, now)).resolves.toBeUndefined();
  });
});

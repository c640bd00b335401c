import { listReadMarks, type ReadMark } from '#shared/limits/read-marks.ts';
import type { Use } from '#shared/limits/use.store.ts';
import { listUnitsByTime } from '#shared/limits/windows.ts';

/** The use of an application by a person on one day (UTC). */
export interface ApplicationUse {
  client_id: string;
  date: string;
  units: unknown;
  units_by_time: Readonly<Record<string, number>>;
  reads: readonly ReadMark[];
}

/** Returns the use that an item has. */
export function toApplicationUse(item: Use & { sk: string }): ApplicationUse {
  const [, date = '', client_id = ''] = item.sk.split('#');
  return {
    client_id,
    date,
    units: item.day,
    units_by_time: listUnitsByTime(item),
    reads: listReadMarks(item),
  };
}

import type { DayItem } from './day-item.ts';
import type { Entry } from './entry.ts';
import { type EntryAddress, parseEntryId } from './entry-id.ts';

/** An attribute of a day's item that leads to an entry of another day's item (decision 0021). */
export interface Pointer {
  name: string;
  address: EntryAddress;
  /** The id of the move or batch that reserved the slot. It contains the reservation's time. */
  reservedBy: string;
}

/**
 * Returns the name of the pointer to an entry: `<entry id>_<move id>`, or the entry id alone if it
 * never moved. Each attempt at a move has its own pointer, so it never releases that of another.
 */
export function toPointerName({ id, place }: Pick<Entry, 'id' | 'place'>): string {
  return place === undefined ? id : `${id}_${place}`;
}

/** Lists the pointers in the item of a day. */
export function listPointers(item: DayItem | undefined): Pointer[] {
  const pointers: Pointer[] = [];
  for (const name of Object.keys(item ?? {})) {
    const [id = '', place] = name.split('_');
    const address = parseEntryId(id);
    if (!address) continue;
    const reservedBy = place ?? address.batch;
    pointers.push({ name, address, reservedBy });
  }
  return pointers;
}

/** Lists the storage dates that pointers lead to, each once. */
export function listStorageDates(pointers: readonly Pointer[]): string[] {
  const dates = pointers.map(({ address }) => address.storageDate);
  return [...new Set(dates)];
}

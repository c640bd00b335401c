import type { Key } from '#shared/table/keys.ts';
import type { StoredEvent } from '../event.ts';

/** An event before the stream's record gives it an id and a time. */
export type EventDraft = Omit<StoredEvent, 'id' | 'timestamp'>;

/** An item before and after a write. One of them is absent if it was created or deleted. */
export interface ItemChange<Item extends object> {
  before: (Item & Key) | undefined;
  after: (Item & Key) | undefined;
}

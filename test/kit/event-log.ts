import {
  appendEvents,
  createLogMemory,
  type EventLogs,
  type LogTable,
  type RecordEvents,
} from '#functions/account/event/event.store.ts';
import type { StoredEvent } from '#functions/account/event/event.ts';
import { newId } from '#shared/runtime/ids.ts';
import { table } from './fixtures.ts';

const created = {
  type: 'diary_entry.created',
  timestamp: '2026-11-20T12:00:00.000Z',
  resource: { type: 'diary_entry', id: 'entry' },
  date: '2026-11-20',
} as const;

/** A food entry in the forms of the item of a day and of a request. */
export const soup = {
  type: 'food_entry',
  date: '2026-11-20',
  diary_meal: 'Lunch',
  servings: 1,
  food: { name: 'Soup' },
  nutritional_contents: { energy: { unit: 'calories', value: 4711 } },
};

/** Builds a record of the table's stream with a number of events. */
export function buildRecordEvents(
  count = 1,
  members: Partial<StoredEvent> = {},
): RecordEvents {
  const id = `evt_${newId(new Date())}_`;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const events = indexes.map((index) => ({
    ...created,
    ...members,
    id: `${id}${index}`,
  }));
  return { id, events };
}

/** Opens the logs, of which nothing is remembered, unless a test says so. */
export const openLogs = (
  store: LogTable = table(),
  memory = createLogMemory(),
): EventLogs => ({
  table: store,
  memory,
  mark: {},
});

/** Appends a number of events to the log of a user, and returns their ids. */
export async function addEvents(
  user_id: string,
  count = 1,
  members: Partial<StoredEvent> = {},
): Promise<string[]> {
  const record = buildRecordEvents(count, members);
  await appendEvents(openLogs(), user_id, [record]);
  return record.events.map(({ id }) => id);
}

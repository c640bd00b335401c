import {
  deriveEvents,
  type PersonEvents,
} from '#functions/account/event/derive/derive-events.ts';
import {
  appendEvents,
  appendTogether,
  type EventLogs,
} from '#functions/account/event/event.store.ts';
import { ServiceError } from '#shared/errors/errors.ts';
import { type ChangeRecord, eventLogs } from '#shared/queue/stream.ts';

/** A record of the table's stream whose events are in no log. */
export interface UnloggedRecord {
  record: ChangeRecord;
  consumer: typeof eventLogs;
  error: Error;
  /** Whether it would fail again. */
  isFinal: boolean;
}

/** What appends to logs. */
interface LogWriter extends Omit<EventLogs, 'mark'> {
  /** Returns whether an application may have a webhook now. Never throws. */
  hasWebhooks: () => Promise<boolean>;
}

/**
 * Appends the events of records to the logs of their people, all people at once, and the records of
 * each person in their order. Returns those that failed. Never throws.
 */
export async function appendToLogs(
  { table, memory, hasWebhooks }: LogWriter,
  records: readonly ChangeRecord[],
): Promise<UnloggedRecord[]> {
  const derived = records.map((record) => tryToDerive(record));
  const underivable = derived.filter((result) => 'error' in result);
  const changes = derived.flatMap((result) =>
    'events' in result && result.events
      ? [{ record: result.record, events: result.events }]
      : [],
  );
  const people = Map.groupBy(changes, ({ events }) => events.user_id);
  const all = [...people].map(([user_id, ofPerson]) => ({
    user_id,
    records: ofPerson.map(({ events }) => events),
  }));
  if (all.length === 0) return underivable;

  const mark = (await hasWebhooks()) ? {} : { no_webhook: true as const };
  const logs = { table, memory, mark };
  const alone = await appendTogether(logs, all);
  const appended = alone.map(({ user_id }) =>
    tryToAppend(logs, user_id, people.get(user_id) ?? []),
  );
  return [...underivable, ...(await Promise.all(appended)).flat()];
}

type Derived =
  | { record: ChangeRecord; events: PersonEvents | undefined }
  | UnloggedRecord;

function tryToDerive(record: ChangeRecord): Derived {
  try {
    return { record, events: deriveEvents(record) };
  } catch (thrown) {
    return toUnlogged(record, thrown, true);
  }
}

interface EventfulRecord {
  record: ChangeRecord;
  events: PersonEvents;
}

async function tryToAppend(
  logs: EventLogs,
  user_id: string,
  changes: readonly EventfulRecord[],
): Promise<UnloggedRecord[]> {
  try {
    const events = changes.map((change) => change.events);
    await appendEvents(logs, user_id, events);
    return [];
  } catch (thrown) {
    const isFinal = !(thrown instanceof ServiceError && thrown.code === 'unavailable');
    return changes.map(({ record }) => toUnlogged(record, thrown, isFinal));
  }
}

function toUnlogged(
  record: ChangeRecord,
  thrown: unknown,
  isFinal: boolean,
): UnloggedRecord {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { record, consumer: eventLogs, error, isFinal };
}

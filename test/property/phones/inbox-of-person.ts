import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, vi } from 'vitest';
import { deriveEvents } from '#functions/account/event/derive/derive-events.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import type { Inbox } from '#functions/connections/inbox/inbox.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import {
  type DayItem,
  getDayDate,
  listShownEntries,
  listStoredEntries,
} from '#functions/diary/entry/day-item.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { presentWithOffset } from '#functions/diary/entry/present-entry.ts';
import { measurementKeys } from '#functions/diary/measurement/measurement.keys.ts';
import type { MonthItem } from '#functions/diary/measurement/measurement.store.ts';
import { parseMeasurementId } from '#functions/diary/measurement/measurement.ts';
import { deleteOne } from '#functions/diary/measurement/measurement-deletion.store.ts';
import {
  listValues,
  toTypedMonth,
} from '#functions/diary/measurement/measurement-month.ts';
import { presentMeasurements } from '#functions/diary/measurement/present-measurement.ts';
import { callHandlerAs, callHandlerWith } from '#kit/call-handler.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import type { Random } from '#kit/random.ts';
import { buildChangeRecords } from '#kit/recorded-changes.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import { exists } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import { home } from './simulated-phone.ts';

/** A value as a list shows it. */
interface ShownValue {
  id: string;
  type: string;
  date: string;
  time?: string;
  value: number;
}

/** The stored values of a type and month, by their names. */
type Months = ReadonlyMap<string, MonthItem>;

/** The stored days of the diary, by their names. */
type Days = ReadonlyMap<string, DayItem & Key>;

/** Creates a person with an inbox, to which a phone sends while our store fails now and then. */
export async function createInbox(app: Inbox['app'], random: Random) {
  const { user_id } = await newPerson();
  const key = identityKeys.user(user_id);
  await table().update(key, { set: { time_zone: home } }, exists);
  const inbox = { name: 'Phone', app, isSigned: false } as const;
  const created = await inboxes.create(table(), user_id, inbox, new Date());
  const headers = { 'Api-Key': created?.secret ?? '' };
  const send = callHandlerAs(user_id);
  const list = callHandlerWith({ sub: user_id, scope: 'measurements.read' });
  const { pk, sk: prefix } = measurementKeys.measurements(user_id, '');
  const readMonths = async (): Promise<Months> => {
    const items = await table().query<MonthItem>({ pk, prefix });
    return new Map(items.map((item) => [item.sk, item]));
  };
  let months = await readMonths();
  const readDays = async (): Promise<Days> => {
    const items = await table().query<DayItem & Key>(
      dayKeys.diaryDays(user_id, '2026', '2027'),
    );
    return new Map(items.map((item) => [item.sk, item]));
  };
  let days = await readDays();
  const setFault = faultTable();

  return {
    /** Sends a message, and returns whether it was taken. Expects events of what has changed. */
    async push(json: unknown, { mayFail = true } = {}): Promise<boolean> {
      const failing = mayFail && random.chance(0.4) ? random.integer(1, 6) : 0;
      setFault({ failing, isMade: random.chance(0.5) });
      const { status } = await send('POST', '/v7.1/inbox/', { json, headers });
      setFault();
      expect(failing === 0 ? [200] : [200, 503]).toContain(status);
      const after = await readMonths();
      expect(listEvents(months, after)).toEqual(listChanges(months, after));
      months = after;
      const daysAfter = await readDays();
      const changed = listChangedEntries(days, daysAfter);
      expect(listEvents(days, daysAfter).map(([id]) => id)).toEqual(changed);
      days = daysAfter;
      return status === 200;
    },

    /** Lists what an application reads, by type, day and second. */
    async list(types: string): Promise<Map<string, number>> {
      const path = `/v2/measurements?types=${types}&from=2026-02-01&to=2026-04-30`;
      const { body } = await list<{ items: ShownValue[] }>('GET', path, {
        host: 'diary',
      });
      return new Map(body.items.map((item) => [describe(item), item.value]));
    },

    /** Lists the starts and minutes of the workouts that the person sees. */
    async listWorkouts(): Promise<string[]> {
      const shown = [...listShown(await readDays()).values()];
      return shown
        .flatMap((entry) => (entry.type === 'exercise' ? entry : []))
        .map(({ start_time = '', duration }) => {
          return `${Date.parse(start_time)} ${duration / 60}`;
        })
        .sort();
    },

    /** Edits the duration of a workout as the person does, or deletes it. */
    async changeWorkout(ms: number, minutes: number | undefined): Promise<void> {
      const entry = [...listShown(days).values()].find(
        (each) => each.type === 'exercise' && Date.parse(each.start_time ?? '') === ms,
      );
      const path = `/v2/diary/${entry?.id}`;
      const isEdit = minutes !== undefined;
      const { status } = await (isEdit
        ? send('PATCH', path, { host: 'diary', json: { duration: minutes * 60 } })
        : send('DELETE', path, { host: 'diary' }));
      expect(status).toBeLessThan(300);
      days = await readDays();
    },

    /** Deletes a value as the person does. */
    async deleteShown(date: string, type: string): Promise<string | undefined> {
      const path = `/v2/measurements?types=${type}&from=${date}&to=${date}`;
      const { body } = await list<{ items: ShownValue[] }>('GET', path, {
        host: 'diary',
      });
      const [item] = body.items;
      const place = item && parseMeasurementId(item.id);
      if (!item || !place) return undefined;
      const by = { kind: 'person' } as const;
      const deletion = { place, by, mayDeleteAny: true, now: new Date() };
      expect(await deleteOne({ table: table(), user_id }, deletion)).toBe(true);
      months = await readMonths();
      return describe(item);
    },
  };
}

/** Returns the place of a value as the model and a list have it. */
export function describe({ type, date, time }: Omit<ShownValue, 'id' | 'value'>): string {
  const second = time === undefined ? '' : Math.floor(Date.parse(time) / 1000);
  return `${type} ${date} ${second}`;
}

/** The call of stores that fails, counted from 1, before or after it is made. */
interface Fault {
  failing: number;
  isMade: boolean;
}

/** Lets calls of the table fail. Returns the function that sets which one, from then on. */
function faultTable(): (fault?: Fault) => void {
  const { send } = DynamoDBDocumentClient.prototype;
  let current: Fault | undefined;
  let calls = 0;
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  spy.mockImplementation(async function (this: DynamoDBDocumentClient, ...args) {
    calls += 1;
    const isFailing = calls === current?.failing;
    if (isFailing && !current?.isMade) throw failure();
    const response = await Reflect.apply(send, this, args);
    if (isFailing) throw failure();
    return response;
  });
  return (fault) => {
    current = fault;
    calls = 0;
  };
}

const failure = () =>
  Object.assign(new Error('It fails.'), { name: 'InternalServerError' });

/** Lists the entries of days that the person sees, by their ids. */
function listShown(days: Days): Map<string, Entry> {
  const shown = [...days.values()].flatMap((item) =>
    listShownEntries(listStoredEntries(item, getDayDate(item))),
  );
  return new Map(shown.map((entry) => [entry.id, entry]));
}

/** Lists the ids of entries that the person sees otherwise than before. */
function listChangedEntries(before: Days, after: Days): string[] {
  const [old, current] = [listShown(before), listShown(after)];
  const ids = [...new Set([...old.keys(), ...current.keys()])];
  const show = (entry: Entry | undefined) => entry && presentWithOffset(entry);
  return ids.filter((id) => !isEqual(show(old.get(id)), show(current.get(id)))).sort();
}

/** Lists the events of changed items. */
function listEvents(before: Months | Days, after: Months | Days) {
  return buildChangeRecords(before, after)
    .flatMap((record) => deriveEvents(record)?.events ?? [])
    .map(({ resource, date, last_date }) => [resource.id, date, last_date])
    .sort();
}

/** Lists the months with other values than before, with their first and last such day. */
function listChanges(before: Months, after: Months) {
  return [...after]
    .flatMap(([sk, item]) => {
      const [old, current] = [listSeen(before.get(sk)), listSeen(item)];
      const ids = [...new Set([...old.keys(), ...current.keys()])];
      const changed = ids.filter((id) => !isEqual(old.get(id), current.get(id)));
      const dates = changed.flatMap((id) => [old.get(id)?.date, current.get(id)?.date]);
      const days = dates.filter((date) => date !== undefined).sort();
      return days.length > 0 ? [[sk.split('#')[1], days[0], days.at(-1)]] : [];
    })
    .sort();
}

/** Lists the values of a month as applications see them, by their ids. */
function listSeen(item: MonthItem | undefined) {
  const values = item ? listValues(toTypedMonth(item), item) : [];
  const seen = presentMeasurements(values, { client_id: 'another' });
  return new Map(seen.map((value) => [value.id, value]));
}

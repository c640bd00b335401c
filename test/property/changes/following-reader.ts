import { isDeepStrictEqual } from 'node:util';
import { readEvents } from '#functions/account/event/event.store.ts';
import { endOfLog, seeEvent, type VisibleEvent } from '#functions/account/event/event.ts';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { present } from '#functions/diary/entry/present-entry.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { listPriorities } from '#functions/main/data-source/priority/priority.ts';
import { table } from '#kit/fixtures.ts';
import type { Random } from '#kit/random.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { changedDays } from './changed-diary.ts';
import { persist } from './persist.ts';

/** The data of a person that a reader has. */
interface Copy {
  /** The days of the diary, each read again after an event that names it. */
  days: Map<string, unknown>;
  /** The entries by id, each read again or deleted as the type of its event says. */
  entries: Map<string, unknown>;
  sources: Map<string, unknown>;
  priorities: string[];
}

interface ReaderOptions {
  user_id: string;
  /** The providers that are hidden from the reader. */
  hidden_types: readonly string[];
  random: Random;
}

/** A reader that begins at the end of the log, reads everything, and then follows the events. */
export interface FollowingReader {
  /** Reads some events, and what they name. Returns whether there are no more. */
  readOn(): Promise<boolean>;
  /** Lists where the copy differs from what the interface shows. */
  compare(): Promise<string[]>;
}

/** Opens a reader with a copy of everything. */
export async function openReader(options: ReaderOptions): Promise<FollowingReader> {
  const { user_id, hidden_types, random } = options;
  const viewer = { user_id, hidden_types, scope: fullScope };
  const diary = { table: table(), user_id, hidden_types };
  const readDay = async (date: string) => (await entries.list(diary, date)).map(present);
  const readPriorities = async () => {
    const sources = await dataSources.listVisible(table(), viewer);
    return listPriorities(sources).map(({ since, source }) => `${since} ${source.id}`);
  };

  async function readAll(): Promise<Copy> {
    const [first = '', last = ''] = [changedDays.at(0), changedDays.at(-1)];
    const shown = await entries.listRange(diary, { first, last });
    const listed = shown.map(present);
    const days = new Map(
      changedDays.map((day) => [day, listed.filter(({ date }) => date === day)]),
    );
    const sources = await dataSources.listVisible(table(), viewer);
    return {
      days,
      entries: new Map(listed.map((entry) => [entry.id, entry])),
      sources: new Map(sources.map((source) => [source.id, source.name])),
      priorities: await readPriorities(),
    };
  }

  let { sequence } = await persist(() => readEvents(table(), user_id, endOfLog, 1));
  const copy = await persist(readAll);

  async function apply({ type, resource, date, previous_date }: VisibleEvent) {
    const { id } = resource;
    if (resource.type === 'data_source') {
      const source = await dataSources.findVisible(table(), viewer, id);
      copy.sources.set(id, source?.name);
    } else if (resource.type === 'data_source_priority') {
      copy.priorities = await readPriorities();
    } else if (resource.type === 'diary_entry') {
      for (const day of [date, previous_date])
        if (day) copy.days.set(day, await readDay(day));
      await applyToEntry(type, id);
    }
  }

  async function applyToEntry(type: VisibleEvent['type'], id: string): Promise<void> {
    const isGone = type === 'diary_entry.deleted' || type === 'diary_entry.hidden';
    const address = isGone ? undefined : parseEntryId(id);
    const entry = address && (await entries.find(diary, address));
    if (entry) copy.entries.set(id, present(entry));
    else copy.entries.delete(id);
  }

  async function readOn(): Promise<boolean> {
    const limit = random.integer(1, 30);
    const page = await readEvents(table(), user_id, sequence, limit);
    if (page.isGap) throw new Error('The log has a gap.');
    for (const event of page.events) {
      const seen = seeEvent(event, viewer);
      if (seen) await apply(seen);
      // A reader that has ended goes on with what it has saved.
      if (random.chance(0.05)) return false;
      sequence = event.sequence;
    }
    ({ sequence } = page);
    return page.isComplete;
  }

  return {
    readOn: () => persist(readOn),
    compare: async () => {
      const shown = await persist(readAll);
      const parts = Object.keys(shown) as (keyof Copy)[];
      const wrong = parts.filter((part) => !isDeepStrictEqual(copy[part], shown[part]));
      return wrong.map((part) => `${part} without ${hidden_types}: differ`);
    },
  };
}

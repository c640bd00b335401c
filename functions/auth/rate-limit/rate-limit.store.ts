import { digestOf } from '#shared/auth/secrets.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { above, aboveOrAbsent, is } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type Attempts,
  budgets,
  firstWindow,
  nextWindow,
  type SubjectKind,
  waitOf,
} from './limits.ts';

/** Whose attempts are counted, by whatever tells them apart; only a digest of it is stored. */
export interface Subject {
  kind: SubjectKind;
  of: readonly string[];
}

const keyOf = ({ kind, of }: Subject) => keys.attempts(digestOf(JSON.stringify([kind, ...of])));

/**
 * Counts one attempt, before anything is verified, so that attempts at once are all counted; gives the seconds that it
 * has to wait, 0 where it may go on. One write, or two where a window begins; a third where several begin it at once.
 */
export async function count(table: Table<'update'>, subject: Subject, now: Date): Promise<number> {
  const at = epochSeconds(now);
  const limit = budgets[subject.kind];
  const key = keyOf(subject);
  const more = { increment: { count: 1 }, setIfAbsent: { ...firstWindow(at) } };
  const counted = await table.update<Attempts>(key, more, { ends_at: aboveOrAbsent(at) });
  if (counted.done) return waitOf(counted.row, limit, at);
  const over = counted.existing;
  if (!over) return count(table, subject, now);
  const next = { set: { ...nextWindow(over, limit, at) } };
  const begun = await table.update<Attempts>(key, next, {
    ends_at: is(over.ends_at),
    count: is(over.count),
  });
  return begun.done ? waitOf(begun.row, limit, at) : count(table, subject, now);
}

/** Takes back an attempt that turned out to be right, so that only failures use a budget up. */
export async function takeBack(table: Table<'update'>, subject: Subject, now: Date): Promise<void> {
  const at = epochSeconds(now);
  await table.update(
    keyOf(subject),
    { increment: { count: -1 } },
    { ends_at: above(at), count: above(0) },
  );
}

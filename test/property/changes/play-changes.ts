import { isDeepStrictEqual } from 'node:util';
import { deriveEvents } from '#functions/account/event/derive/derive-events.ts';
import { readEvents } from '#functions/account/event/event.store.ts';
import { createTableIn } from '#kit/create-table-in.ts';
import { table } from '#kit/fixtures.ts';
import { createRandom } from '#kit/random.ts';
import type { ChangeRecord } from '#shared/queue/stream.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import { arrangeChangedDiary, changedTypes } from './changed-diary.ts';
import { openDelayedStream } from './delayed-stream.ts';
import { openReader } from './following-reader.ts';
import { persist } from './persist.ts';

/** A history that was played: what went wrong in it, and what it had. */
export interface PlayedChanges {
  problems: string[];
  events: number;
  kills: number;
}

/** The requests that write at the same time. */
const writers = 8;

/** From whom some providers are hidden: nobody, and applications of others. */
const views = [[], ['strava'], ['polar'], [...changedTypes]];

/**
 * Changes the diary of a person by a number of parallel writes, while readers follow the changes
 * and the stream of the table of this process is late, and its reader is killed now and then.
 */
export async function playChanges(seed: number, writes: number): Promise<PlayedChanges> {
  using _ = await openOwnTable(`Changes${seed}`);
  const random = createRandom(seed);
  const { user_id, change } = await arrangeChangedDiary(random);
  const stream = await openDelayedStream(random);
  const openAll = () =>
    Promise.all(
      views.map((hidden_types) => openReader({ user_id, hidden_types, random })),
    );
  const readers = await openAll();

  let remaining = writes;
  let written = Promise.withResolvers<void>();
  const write = async () => {
    while (remaining > 0) {
      remaining -= 1;
      await change();
      written.resolve();
      written = Promise.withResolvers();
    }
  };
  /** Makes a step beside the writes whenever one of them ends. */
  const repeat = async (step: () => Promise<boolean>) => {
    while (remaining > 0) {
      await written.promise;
      await step();
    }
  };
  const later = async () => {
    while (remaining > writes / 2) await written.promise;
    return openAll();
  };
  const [late] = await Promise.all([
    later(),
    ...Array.from({ length: writers }, write),
    repeat(stream.deliver),
    ...readers.map(({ readOn }) => repeat(readOn)),
  ]);
  await stream.drain();

  const problems = [...stream.problems];
  for (const reader of [...readers, ...late]) {
    while (!(await reader.readOn()));
    problems.push(...(await reader.compare()));
  }
  const logged = await listLog(user_id);
  problems.push(...compareIds(logged, listExpected(user_id, stream.records)));
  return { problems, events: logged.length, kills: stream.kills };
}

/** Lets the stores of this process use a table whose stream nobody else reads. */
async function openOwnTable(name: string): Promise<Disposable> {
  const before = requireEnvironment('TABLE_NAME');
  await createTableIn(requireEnvironment('AWS_ENDPOINT_URL_DYNAMODB'), name);
  process.env.TABLE_NAME = name;
  return {
    [Symbol.dispose]: () => {
      process.env.TABLE_NAME = before;
    },
  };
}

/** Lists the ids of the events of a log. */
async function listLog(user_id: string): Promise<string[]> {
  const ids: string[] = [];
  let page = { sequence: 0, isComplete: false };
  while (!page.isComplete) {
    const read = () => readEvents(table(), user_id, page.sequence, 500);
    const { events, ...end } = await persist(read);
    ids.push(...events.map(({ id }) => id));
    page = end;
  }
  return ids;
}

/** Lists the ids of the events of the records, in the order of the records. */
function listExpected(user_id: string, records: readonly ChangeRecord[]): string[] {
  const derived = records.flatMap((record) => deriveEvents(record) ?? []);
  const own = derived.filter((ofRecord) => ofRecord.user_id === user_id);
  return own.flatMap(({ events }) => events.map(({ id }) => id));
}

function compareIds(logged: readonly string[], expected: readonly string[]): string[] {
  const isSame = isDeepStrictEqual(logged, expected);
  return isSame ? [] : [`the log has ${logged.length} of ${expected.length} events`];
}

import { createLogMemory } from '#functions/account/event/event.store.ts';
import { appendToLogs } from '#functions/account/stream/append-to-logs.ts';
import { failAt } from '#kit/failing-stores.ts';
import { table } from '#kit/fixtures.ts';
import type { Random } from '#kit/random.ts';
import { openTableStream } from '#lib/local/stream/table-stream.ts';
import type { ChangeRecord } from '#shared/queue/stream.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';

/** The stream of the table, which is late, and whose reader is killed now and then. */
export interface DelayedStream {
  /** Delivers some records, or none yet. Returns whether all are delivered. */
  deliver(): Promise<boolean>;
  /** Delivers all records. */
  drain(): Promise<void>;
  /** The records that were delivered, in their order. */
  readonly records: readonly ChangeRecord[];
  /** The number of times that the reader was killed. */
  readonly kills: number;
  readonly problems: readonly string[];
}

/**
 * The calls that append events: a query, unless the end of the log is remembered, and a
 * transaction. The process ends at each in turn.
 */
const kills = [1, 2].flatMap((number) => [
  { number, isWritten: false },
  { number, isWritten: true },
]);

const maxBatch = 10;

/** Opens the stream of the table of this process. */
export async function openDelayedStream(random: Random): Promise<DelayedStream> {
  const endpoint = requireEnvironment('AWS_ENDPOINT_URL_DYNAMODB');
  const stream = await openTableStream(endpoint, requireEnvironment('TABLE_NAME'));
  const [shard = ''] = await stream.listShards();
  const records: ChangeRecord[] = [];
  const problems: string[] = [];
  let memory = createLogMemory();
  let attempts = 0;
  let killed = 0;

  /** Passes a batch on, and is killed at every second attempt. Returns how many are done. */
  async function passOn(batch: readonly ChangeRecord[]): Promise<number> {
    attempts += 1;
    const fault = kills[killed % kills.length];
    const isKilled = attempts % 2 === 1 && fault !== undefined;
    const kill = isKilled ? failAt({ table: table() }, fault.number, fault) : undefined;
    const hasWebhooks = async () => true;
    const logs = { table: kill?.stores.table ?? table(), memory, hasWebhooks };
    const failed = await appendToLogs(logs, batch);
    if (kill?.hasFailed()) {
      memory = createLogMemory();
      killed += 1;
      return 0;
    }
    problems.push(
      ...failed.filter(({ isFinal }) => isFinal).map(({ error }) => error.message),
    );
    const waiting = failed.filter(({ isFinal }) => !isFinal);
    const places = waiting.map(({ record }) => batch.indexOf(record));
    return Math.min(batch.length, ...places);
  }

  async function deliver(): Promise<boolean> {
    const after = records.at(-1)?.dynamodb.SequenceNumber;
    const page = await stream.read(shard, after);
    const read = page.records as unknown as readonly ChangeRecord[];
    const batch = read.slice(0, random.integer(1, maxBatch));
    records.push(...batch.slice(0, await passOn(batch)));
    return read.length === 0;
  }

  return {
    records,
    problems,
    get kills() {
      return killed;
    },
    deliver: async () => (random.chance(0.3) ? false : deliver()),
    drain: async () => {
      while (!(await deliver()));
    },
  };
}

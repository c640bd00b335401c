import type { RemovalRoute } from '../template/removals.ts';
import type { Backlog } from './backlog.ts';
import { matches } from './pattern.ts';
import { readStream, type StreamRecord } from './stream.ts';

/** Where removed items are found. */
export interface StreamSources {
  /** Address of DynamoDB. */
  dynamodb: string;
  /** The ARN of the stream of each table that has one. */
  streams: ReadonlyMap<string, string>;
}

/** What the pipes of a table make of a record: a message in the queue of each whose filter it passes. */
function messagesFor(routes: readonly RemovalRoute[], record: StreamRecord) {
  return routes
    .filter(({ patterns }) => patterns.some((pattern) => matches(pattern, record)))
    .map(({ queue }) => ({ queue, body: JSON.stringify(record) }));
}

/** Takes what is new in the streams into the backlog. Throws a sentence where the engine refuses it. */
export async function collect(
  routes: readonly RemovalRoute[],
  { dynamodb, streams }: StreamSources,
  backlog: Backlog,
): Promise<void> {
  const tables = Map.groupBy(routes, ({ table }) => table);
  for (const [table, own] of tables) {
    const stream = streams.get(table) ?? '';
    const known = backlog.positionIn(table);
    const from = known?.stream === stream ? known : { stream, shards: {} };
    const { records, position } = await readStream(dynamodb, from);
    if (records.length > 0)
      backlog.take(
        table,
        position,
        records.flatMap((record) => messagesFor(own, record)),
      );
  }
}

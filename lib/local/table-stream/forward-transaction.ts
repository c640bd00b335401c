import type { Item, StreamRecord } from '../table-writes/stream-record.ts';
import type { CallEngine, EngineCall, EngineResult } from './call-engine.ts';
import type { StreamListener } from './stream-proxy.ts';

type Write = { TableName: string; Key: Item };

/** The input of one change of a transaction. */
interface TransactItem {
  Put?: { TableName: string; Item: Item };
  Update?: Write;
  Delete?: Write;
}

/** A change of a transaction that a rule may match. */
interface ExpectedChange {
  table: string;
  eventName: StreamRecord['eventName'];
  Keys: Item;
  /** The item that is put, or that is deleted. */
  image?: Item | undefined;
}

/** Forwards a transaction, and passes the records of its changes to the listener. */
export async function forwardTransaction(
  call: EngineCall,
  callEngine: CallEngine,
  { expects, onRecord }: StreamListener,
): Promise<EngineResult> {
  const read = async ({ table: TableName, Keys: Key }: ExpectedChange) => {
    const headers = { ...call.headers, 'x-amz-target': 'DynamoDB_20120810.GetItem' };
    const body = JSON.stringify({ TableName, Key, ConsistentRead: true });
    const result = await callEngine({ headers, body });
    return (JSON.parse(result.body.toString()) as { Item?: Item }).Item;
  };
  const { TransactItems }: { TransactItems: TransactItem[] } = JSON.parse(
    String(call.body),
  );
  const changes = TransactItems.flatMap(toChanges).filter(({ table, eventName, Keys }) =>
    expects(table, { eventName, dynamodb: { Keys } }),
  );
  for (const change of changes) {
    if (change.eventName === 'REMOVE') change.image = await read(change);
  }
  const result = await callEngine(call);
  if (result.status !== 200) return result;
  for (const change of changes) {
    const { table, eventName, Keys } = change;
    const image = change.image ?? (await read(change));
    const name = eventName === 'REMOVE' ? 'OldImage' : 'NewImage';
    if (image) await onRecord(table, { eventName, dynamodb: { Keys, [name]: image } });
  }
  return result;
}

function toChanges({ Put, Update, Delete }: TransactItem): ExpectedChange[] {
  if (Put) {
    const { pk, sk } = Put.Item;
    if (!pk || !sk) throw new Error('The item has no key.');
    const Keys = { pk, sk };
    return [{ table: Put.TableName, eventName: 'INSERT', Keys, image: Put.Item }];
  }
  if (Update) return [{ table: Update.TableName, eventName: 'MODIFY', Keys: Update.Key }];
  if (Delete) return [{ table: Delete.TableName, eventName: 'REMOVE', Keys: Delete.Key }];
  return [];
}

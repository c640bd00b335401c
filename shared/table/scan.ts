import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { compact } from '../runtime/compact.ts';
import type { Meter } from '../runtime/meter.ts';
import { type AttributeValues, fromAttributeValues } from './attribute-values.ts';
import { connect } from './connection.ts';
import type { Key } from './keys.ts';

/**
 * Reads named attributes of every item of the table, a page at a time. Only commands of the
 * operator scan: no function has the permission.
 */
export async function* scanTable<Item extends object>(
  meter: Meter,
  attributes: readonly string[],
): AsyncGenerator<(Item & Key)[]> {
  const { client, base, send } = connect(meter);
  const names = ['pk', 'sk', ...attributes].map(
    (name, index) => [`#n${index}`, name] as const,
  );
  const projection = {
    ProjectionExpression: names.map(([placeholder]) => placeholder).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names),
  };
  let start: AttributeValues | undefined;
  do {
    const command = new ScanCommand({
      ...base,
      ...projection,
      ...compact({ ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = await send('read', () =>
      client.send(command),
    );
    yield Items.map((item) => fromAttributeValues<Item & Key>(item));
    start = LastEvaluatedKey;
  } while (start);
}

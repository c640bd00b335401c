import type { AttributeJson, ChangeRecord } from '#shared/queue/stream-image.ts';
import type { EventContext } from './context.ts';
import { buildExampleItem } from './queue-event.ts';

/** Records of the table's stream. */
export interface StreamEvent {
  Records: ChangeRecord[];
}

/** Builds the event with which the table's stream reports the examples of all consumers. */
export function buildStreamEvent({ definitions, caller }: EventContext): StreamEvent {
  const Records = definitions.consumers.map(({ consumer }, index): ChangeRecord => {
    const item = buildExampleItem(consumer, caller.user_id);
    const keys = {
      Keys: { pk: { S: item.pk }, sk: { S: item.sk } },
      SequenceNumber: String(index + 1),
    };
    const image = toImage(item);
    return consumer.rule.on === 'delete'
      ? { eventName: 'REMOVE', dynamodb: { ...keys, OldImage: image } }
      : { eventName: 'INSERT', dynamodb: { ...keys, NewImage: image } };
  });
  return { Records };
}

/** Converts an item to the JSON of a stream record. */
function toImage(item: object): Record<string, AttributeJson> {
  const attributes = Object.entries(item).map(([name, value]) => [
    name,
    toAttribute(value),
  ]);
  return Object.fromEntries(attributes);
}

function toAttribute(value: string | number | object): AttributeJson {
  if (typeof value === 'object') return { M: toImage(value) };
  return typeof value === 'number' ? { N: String(value) } : { S: value };
}

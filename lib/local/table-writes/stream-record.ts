import type { AttributeJson } from '#shared/queue/stream-image.ts';

/** An item, or its key, in the JSON of DynamoDB. */
export type Item = Readonly<Record<string, AttributeJson>>;

/** The record of a written or deleted item, with the members that consumers read. */
export interface StreamRecord {
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  dynamodb: { Keys: Item; OldImage?: Item; NewImage?: Item };
}

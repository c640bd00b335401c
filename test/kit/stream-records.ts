import { marshall } from '@aws-sdk/util-dynamodb';
import type { ChangeRecord } from '#shared/queue/stream.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Key } from '#shared/table/keys.ts';

let lastSequenceNumber = 0;

/** Builds the record of a written item, or of a deleted item if only `before` is given. */
export function buildChangeRecord(images: { before?: Key; item?: Key }): ChangeRecord {
  const { before, item } = images;
  const { pk = '', sk = '' } = item ?? before ?? {};
  lastSequenceNumber += 1;
  return {
    eventID: newId(new Date()),
    eventName: findEventName(images),
    dynamodb: {
      ApproximateCreationDateTime: 1_795_000_000,
      Keys: { pk: { S: pk }, sk: { S: sk } },
      SequenceNumber: String(lastSequenceNumber),
      ...(before && { OldImage: toImage(before) }),
      ...(item && { NewImage: toImage(item) }),
    },
  };
}

function findEventName(images: { before?: Key; item?: Key }): ChangeRecord['eventName'] {
  if (!images.item) return 'REMOVE';
  return images.before ? 'MODIFY' : 'INSERT';
}

/** Returns the image of an item in the JSON of a stream, in which bytes are base64. */
function toImage(item: object): NonNullable<ChangeRecord['dynamodb']['NewImage']> {
  const text = JSON.stringify(marshall(item), (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
  return JSON.parse(text);
}

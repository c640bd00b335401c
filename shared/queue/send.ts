import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
  SQSServiceException,
} from '@aws-sdk/client-sqs';
import { getStoreClientOptions, keepClient } from '../runtime/store-client.ts';

/** The most messages that SQS takes in a request. */
const maxEntries = 10;
/** The most bytes in a request of several messages. SQS takes 1 MiB, earlier 256 KiB. */
const maxBytes = 256_000;

/** A message that was not sent. */
export type Unsent<Message> = Message & {
  error: Error;
  /** Whether the queue would refuse the message again. */
  isFinal: boolean;
};

const getClient = keepClient(
  'AWS_ENDPOINT_URL_SQS',
  // The URL of a local queue is not an address.
  () =>
    new SQSClient({ ...getStoreClientOptions('queues'), useQueueUrlAsEndpoint: false }),
);

/** Sends messages to a queue. Returns those that were not sent. Never throws. */
export async function sendMessages<Message extends { body: string }>(
  queueUrl: string,
  messages: readonly Message[],
): Promise<Unsent<Message>[]> {
  const batches = splitIntoBatches(messages);
  const unsent = await Promise.all(batches.map((batch) => sendBatch(queueUrl, batch)));
  return unsent.flat();
}

function splitIntoBatches<Message extends { body: string }>(
  messages: readonly Message[],
): Message[][] {
  const batches: Message[][] = [];
  let batch: Message[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(message.body);
    const isFull = batch.length === maxEntries || bytes + size > maxBytes;
    if (batch.length === 0 || isFull) {
      batch = [];
      batches.push(batch);
      bytes = 0;
    }
    batch.push(message);
    bytes += size;
  }
  return batches;
}

async function sendBatch<Message extends { body: string }>(
  QueueUrl: string,
  messages: readonly Message[],
): Promise<Unsent<Message>[]> {
  const Entries = messages.map(
    ({ body }, index): SendMessageBatchRequestEntry => ({
      Id: String(index),
      MessageBody: body,
    }),
  );
  try {
    const command = new SendMessageBatchCommand({ QueueUrl, Entries });
    const { Failed = [] } = await getClient().send(command);
    return Failed.flatMap(({ Id, Code = 'Unknown', SenderFault = false }) => {
      const message = messages[Number(Id)];
      const error = Object.assign(new Error(), { name: Code });
      return message ? [{ ...message, error, isFinal: SenderFault }] : [];
    });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const isFinal = isRefusal(error);
    return messages.map((message) => ({ ...message, error, isFinal }));
  }
}

/** Returns whether SQS would refuse a request again, e.g. because the queue does not exist. */
function isRefusal(error: Error): boolean {
  if (!(error instanceof SQSServiceException)) return false;
  const isThrottled =
    error.$metadata.httpStatusCode === 429 || /throttl/i.test(error.name);
  return error.$fault === 'client' && !isThrottled;
}

/** A value as it is after `JSON.parse`. Bytes are base64. */
export type Json<Value> = Value extends Uint8Array
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Json<Value[Name]> }
    : Value;

/** Returns the body of a message: its JSON, in which bytes are base64. */
export function formatMessage(message: object): string {
  return JSON.stringify(message, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
}

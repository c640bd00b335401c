import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
  SQSServiceException,
} from '@aws-sdk/client-sqs';
import { splitIntoBatches } from '../runtime/batches.ts';
import { compact } from '../runtime/compact.ts';
import { getStoreClientOptions, keepClient } from '../runtime/store-client.ts';

/** The limits of SQS for a request of several messages. It takes 1 MiB, earlier 256 KiB. */
const limits = { maxCount: 10, maxBytes: 256_000 };

/** A message, and the seconds for which the queue holds it back. */
export interface OutgoingMessage {
  body: string;
  delaySeconds?: number | undefined;
}

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
export async function sendMessages<Message extends OutgoingMessage>(
  queueUrl: string,
  messages: readonly Message[],
): Promise<Unsent<Message>[]> {
  const measure = ({ body }: Message) => Buffer.byteLength(body);
  const batches = splitIntoBatches(messages, limits, measure);
  const unsent = await Promise.all(batches.map((batch) => sendBatch(queueUrl, batch)));
  return unsent.flat();
}

async function sendBatch<Message extends OutgoingMessage>(
  QueueUrl: string,
  messages: readonly Message[],
): Promise<Unsent<Message>[]> {
  const Entries = messages.map(
    ({ body, delaySeconds }, index): SendMessageBatchRequestEntry => ({
      Id: String(index),
      MessageBody: body,
      ...compact({ DelaySeconds: delaySeconds }),
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

/**
 * The characters that `JSON.stringify` leaves as they are, and SQS refuses in a message. A name of
 * somebody can have them.
 */
const refusedCharacters = /[\ufffe\uffff]/g;

/** Returns the body of a message: its JSON, in which bytes are base64. */
export function formatMessage(message: object): string {
  const json = JSON.stringify(message, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
  return json.replace(
    refusedCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
}

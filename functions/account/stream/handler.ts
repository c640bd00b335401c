import type { DynamoDBBatchResponse } from 'aws-lambda';
import { formatMessage, sendMessages, type Unsent } from '#shared/queue/send.ts';
import {
  type ChangeRecord,
  failedRecords,
  toFailedRecord,
} from '#shared/queue/stream.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import { listStackFrames, log } from '#shared/runtime/log.ts';
import {
  applyRules,
  type ConsumerMessage,
  type RuleFailure,
  type StreamRules,
} from './apply-rules.ts';
import definition from './function.ts';

type QueueUrls = Readonly<Record<string, string>>;

/**
 * Returns the Lambda function that reads the table's stream, with the rules of all consumers.
 *
 * It sends the messages of a batch to their queues. A record delays no other record: if its rule
 * throws or its message is refused, it goes to the queue of failed records. Only if a queue cannot
 * be reached is the record reported. Lambda then passes it on again, with those after it.
 */
export function createHandler(
  rules: StreamRules,
): (event: { Records: readonly ChangeRecord[] }) => Promise<DynamoDBBatchResponse> {
  return async ({ Records }) => {
    const urls: QueueUrls = JSON.parse(requireEnvironment('QUEUE_URLS'));
    const results = Records.flatMap((record) => applyRules(rules, record));
    const unsent = await deliver(
      results.filter((result) => 'body' in result),
      urls,
    );
    const failures = [
      ...results.filter((result) => 'error' in result),
      ...unsent.filter(({ isFinal }) => isFinal),
    ];
    const retried = [
      ...unsent.filter(({ isFinal }) => !isFinal),
      ...(await report(failures, urls)),
    ];
    for (const failure of [...failures, ...retried]) logFailure(failure);

    const numbers = retried.map(({ record }) => record.dynamodb.SequenceNumber);
    const batchItemFailures = [...new Set(numbers)].map((itemIdentifier) => ({
      itemIdentifier,
    }));
    return { batchItemFailures };
  };
}

/** Sends messages to the queues of their consumers, all queues at once. */
async function deliver(
  messages: readonly ConsumerMessage[],
  urls: QueueUrls,
): Promise<Unsent<ConsumerMessage>[]> {
  const groups = [...Map.groupBy(messages, ({ consumer }) => consumer)];
  const sends = groups.map(([consumer, group]) =>
    sendMessages(urls[consumer] ?? '', group),
  );
  return (await Promise.all(sends)).flat();
}

/** Sends failed records to the queue from which an operator can replay them. */
function report(failures: readonly RuleFailure[], urls: QueueUrls) {
  const messages = failures.map((failure) => {
    const { record, consumer } = failure;
    return { ...failure, body: formatMessage(toFailedRecord(record, consumer)) };
  });
  return sendMessages(urls[failedRecords] ?? '', messages);
}

function logFailure({ consumer, error }: RuleFailure): void {
  log({
    level: 'error',
    event: 'stream_record',
    endpoint: definition.summary,
    code: consumer,
    error_name: error.name,
    error_stack: listStackFrames(error),
  });
}

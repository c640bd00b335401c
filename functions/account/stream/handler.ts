import type { DynamoDBBatchResponse } from 'aws-lambda';
import { createLogMemory } from '#functions/account/event/event.store.ts';
import { createWebhookFinder } from '#functions/account/webhook/any-webhook.store.ts';
import type { StreamRule } from '#shared/contract/function.ts';
import {
  formatMessage,
  type OutgoingMessage,
  sendMessages,
  type Unsent,
} from '#shared/queue/send.ts';
import {
  type ChangeRecord,
  failedRecords,
  fromStreamImage,
  toFailedRecord,
} from '#shared/queue/stream.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import { describeFailure, log, newMeter } from '#shared/runtime/log.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import { appendToLogs } from './append-to-logs.ts';
import definition from './function.ts';

type QueueUrls = Readonly<Record<string, string>>;

/**
 * Returns the Lambda function that reads the table's stream, with the rules of all consumers.
 *
 * It appends the events of a batch to the logs of people, and sends messages to the queues of
 * consumers. A record delays no other record: if nothing can be made of it or its message is
 * refused, it goes to the queue of failed records. Only if the table or a queue cannot be reached
 * is the record reported. Lambda then passes it on again, with those after it.
 */
export function createHandler(
  rules: StreamRules,
): (event: { Records: readonly ChangeRecord[] }) => Promise<DynamoDBBatchResponse> {
  const memory = createLogMemory();
  const findWebhooks = createWebhookFinder();
  return async ({ Records }) => {
    const table = openDeclaredTable(definition, newMeter());
    // What is sent in vain harms nobody.
    const hasWebhooks = () => findWebhooks(table, new Date()).catch(() => true);
    const urls: QueueUrls = JSON.parse(requireEnvironment('QUEUE_URLS'));
    const results = Records.flatMap((record) => applyRules(rules, record));
    const messages = results.filter((result) => 'body' in result);
    const [unsent, unlogged] = await Promise.all([
      deliver(messages, urls),
      appendToLogs({ table, memory, hasWebhooks }, Records),
    ]);
    const incomplete: Incomplete[] = [...unsent, ...unlogged];
    const failures = [
      ...results.filter((result) => 'error' in result),
      ...incomplete.filter(({ isFinal }) => isFinal),
    ];
    const retried = [
      ...incomplete.filter(({ isFinal }) => !isFinal),
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
    ...describeFailure(error),
  });
}

/** The rules of all consumers, by the ids of the consumers. */
export type StreamRules = Readonly<Record<string, StreamRule>>;

/** A record of the stream, and the id of a consumer whose rule applies to it. */
interface RuleMatch {
  consumer: string;
  record: ChangeRecord;
}

export type ConsumerMessage = RuleMatch & OutgoingMessage;
export type RuleFailure = RuleMatch & { error: Error };
type Incomplete = RuleFailure & { isFinal: boolean };

/** Returns the messages that a record makes, and the failures of rules that throw. */
export function applyRules(
  rules: StreamRules,
  record: ChangeRecord,
): (ConsumerMessage | RuleFailure)[] {
  const matching = Object.entries(rules).filter(([, rule]) => matches(rule, record));
  let images: ParsedImages | undefined;
  return matching.flatMap(([consumer, rule]): (ConsumerMessage | RuleFailure)[] => {
    try {
      images ??= parseImages(record);
      return makeMessages(rule, images).map((message) => ({
        consumer,
        record,
        ...message,
      }));
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      return [{ consumer, record, error }];
    }
  });
}

/** The event filters of the function can pass on more records than the rules select. */
function matches(
  { on, prefixes, member, lacks }: StreamRule,
  { eventName, dynamodb: { Keys, NewImage = {} } }: ChangeRecord,
): boolean {
  if ((on === 'delete') !== (eventName === 'REMOVE')) return false;
  if (!prefixes.some((prefix) => Keys.sk.S.startsWith(prefix))) return false;
  if (lacks !== undefined && lacks in NewImage) return false;
  if (member === undefined) return true;

  const [attribute = '', name = ''] = member.split('.');
  const map = NewImage[attribute];
  return map !== undefined && 'M' in map && name in map.M;
}

/** The item of a record before and after its change. */
interface ParsedImages {
  before: object | undefined;
  after: object | undefined;
}

/** Parses the images of a record, once for all rules that it matches. */
function parseImages({ dynamodb: { OldImage, NewImage } }: ChangeRecord): ParsedImages {
  return {
    before: OldImage && fromStreamImage(OldImage),
    after: NewImage && fromStreamImage(NewImage),
  };
}

/** Returns the message that a record makes, if it makes one. */
function makeMessages(
  rule: StreamRule,
  { before, after }: ParsedImages,
): OutgoingMessage[] {
  const item = rule.on === 'delete' ? before : after;
  if (!item) throw new Error('The stream record has no item.');
  const message = rule.toMessage(item, before);
  if (!message) return [];
  return [{ body: formatMessage(message), delaySeconds: rule.toDelay?.(item) }];
}

import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { type EventPattern, matchesEventPattern } from '#lib/local/template/patterns.ts';
import { type Consumer, getQueueConcurrency } from '#shared/contract/function.ts';
import { defaultQueueConcurrency } from '#shared/contract/resources.ts';
import { consumers, findDefinitionId, template } from './built-stack.ts';
import {
  failedRecordsQueue,
  findConsumerResources,
  streamMapping,
} from './consumer-resources.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

const table = getOnlyResource<Record<string, unknown>>(template, 'AWS::DynamoDB::Table');

const filters = (streamMapping.Properties.FilterCriteria?.Filters ?? []).map(
  ({ Pattern }): EventPattern => JSON.parse(Pattern),
);

/** Builds the records that a consumer processes, one for each prefix of its sort keys. */
function buildRecords({ rule, example }: Consumer) {
  const eventName = rule.on === 'write' ? 'INSERT' : 'REMOVE';
  const image = marshall(example);
  return rule.prefixes.map((prefix) => ({
    eventName,
    dynamodb: {
      Keys: { pk: { S: 'USER#1' }, sk: { S: `${prefix}1` } },
      [rule.on === 'write' ? 'NewImage' : 'OldImage']: image,
    },
  }));
}

const passesFilters = (record: unknown) =>
  filters.some((filter) => matchesEventPattern(filter, record));

/** Lists the metrics that alarms watch, with the resources in their dimensions. */
function listWatchedMetrics() {
  const alarms = listResources<{ MetricName?: string; Dimensions?: unknown }>(
    template,
    'AWS::CloudWatch::Alarm',
  );
  return alarms.map(({ Properties: { MetricName, Dimensions } }) => [
    MetricName,
    listReferences(Dimensions)[0],
  ]);
}

describe("the table's stream", () => {
  const { FilterCriteria, FunctionName, ...options } = streamMapping.Properties;

  it('has one reader, whose failures block no other record', () => {
    expect(listReferences(FunctionName).map(findDefinitionId)).toEqual([
      'account/stream',
    ]);
    expect(options).toEqual({
      EventSourceArn: { 'Fn::GetAtt': [table.id, 'StreamArn'] },
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 1000,
      MaximumBatchingWindowInSeconds: 0,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
    });
    // Without a limit, Lambda tries again until the stream drops the record.
    expect(options).not.toHaveProperty('MaximumRetryAttempts');
    const readers = listResources(template, 'AWS::Lambda::EventSourceMapping').filter(
      ({ Properties }) => JSON.stringify(Properties).includes('StreamArn'),
    );
    expect(readers).toHaveLength(1);
  });

  it('passes on only records that make events or that a consumer processes', () => {
    // Lambda accepts at most five filters.
    expect(filters.length).toBeLessThanOrEqual(5);
    const passes = (sk: string, eventName: string) => {
      const Keys = { pk: { S: 'USER#1' }, sk: { S: sk } };
      return passesFilters({ eventName, dynamodb: { Keys, NewImage: Keys } });
    };
    for (const eventName of ['INSERT', 'MODIFY']) {
      expect(passes('DIARY#2026-11-20', eventName)).toBe(true);
      expect(passes('IMPORT_LINES#1#0000', eventName)).toBe(false);
      expect(passes('EVENTS', eventName)).toBe(false);
    }
    expect(passes('IMPORT#1', 'REMOVE')).toBe(true);
    // Days and rows of logs are only erased, or expire.
    expect(passes('DIARY#2026-11-20', 'REMOVE')).toBe(false);
    expect(passes('EVENT#0000000000000001', 'REMOVE')).toBe(false);
    const credentials = { sk: { S: 'CREDENTIALS' } };
    const withoutMail = { Keys: credentials, NewImage: credentials };
    expect(passesFilters({ eventName: 'MODIFY', dynamodb: withoutMail })).toBe(false);
  });

  it('has alarms for its delay and for the records that failed, which are kept two weeks', () => {
    expect(failedRecordsQueue.Properties.MessageRetentionPeriod).toBe(14 * 86_400);
    const [reader] = listReferences(FunctionName);
    expect(listWatchedMetrics()).toEqual(
      expect.arrayContaining([
        ['IteratorAge', reader],
        ['ApproximateNumberOfMessagesVisible', failedRecordsQueue.id],
      ]),
    );
  });
});

it('can run more functions of syncs than by default, and fewer of every queue', () => {
  const more = consumers.filter(
    ({ consumer }) => getQueueConcurrency(consumer, 200) > defaultQueueConcurrency,
  );
  expect(more.map(({ id }) => id)).toEqual(['connections/sync']);
  for (const { consumer } of consumers) expect(getQueueConcurrency(consumer, 2)).toBe(2);
});

describe.each(consumers)('$id', ({ id, consumer }) => {
  const { consumerFunction, mapping, queue, deadLetterQueue } = findConsumerResources(id);

  it('gets at most as many messages at once as it declares', () => {
    expect(mapping.Properties).toEqual({
      BatchSize: consumer.batchSize ?? 1,
      EventSourceArn: { 'Fn::GetAtt': [queue.id, 'Arn'] },
      FunctionName: { Ref: consumerFunction.id },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      // However long the queue is, it leaves the functions of requests their share of the quota.
      ScalingConfig: { MaximumConcurrency: defaultQueueConcurrency },
    });
  });

  it('gets every record that it declares', () => {
    for (const record of buildRecords(consumer)) expect(passesFilters(record)).toBe(true);
  });

  it('retries in the declared interval and time, and keeps failures for two weeks', () => {
    const { retryInterval, maxAge } = consumer;
    expect(queue.Properties).toMatchObject({
      VisibilityTimeout: retryInterval,
      // A message that still waits for its first delivery is not lost.
      MessageRetentionPeriod: 4 * 86_400,
      RedrivePolicy: { maxReceiveCount: Math.ceil(maxAge / retryInterval) },
    });
    // The queue keeps a message for two days at least, and SQS loses what is older (messageDays).
    expect(maxAge).toBeLessThanOrEqual(86_400);
    expect(deadLetterQueue.Properties.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  it('has an alarm for its dead-letter queue', () => {
    expect(listWatchedMetrics()).toContainEqual([
      'ApproximateNumberOfMessagesVisible',
      deadLetterQueue.id,
    ]);
  });
});

describe('the queues of consumers', () => {
  it('are fed by a stream with both images of an item', () => {
    expect(table.Properties.StreamSpecification).toEqual({
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    });
  });

  it('are encrypted and reject plain HTTP', () => {
    const queues = listResources(template, 'AWS::SQS::Queue');
    expect(queues).toHaveLength(consumers.length * 2 + 1);
    for (const { Properties } of queues)
      expect(Properties.SqsManagedSseEnabled).toBe(true);
    const policies = listResources(template, 'AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(queues.length);
    for (const { Properties } of policies)
      expect(JSON.stringify(Properties)).toContain('aws:SecureTransport');
  });
});

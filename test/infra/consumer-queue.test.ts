import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import {
  type EventPattern,
  matchesEventPattern,
} from '#lib/local/template/event-pattern.ts';
import type { Consumer } from '#shared/contract/consumer.ts';
import { consumers, template } from './built-stack.ts';
import { bus, findConsumerResources, pipe } from './consumer-resources.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

const table = getOnlyResource<Record<string, unknown>>(template, 'AWS::DynamoDB::Table');

/** The queue of events that no rule could deliver. */
const undeliveredQueue = listResources<{ MessageRetentionPeriod: number }>(
  template,
  'AWS::SQS::Queue',
).find(({ id }) => id.startsWith('TableEventsUndelivered'));

const filters = pipe.Properties.SourceParameters.FilterCriteria.Filters.map(
  ({ Pattern }): EventPattern => JSON.parse(Pattern),
);

/** Returns the pattern of the stream records that a consumer's rule accepts. */
function getPattern(id: string): EventPattern {
  return findConsumerResources(id).rule.Properties.EventPattern.detail;
}

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

const passesPipe = (record: unknown) =>
  filters.some((filter) => matchesEventPattern(filter, record));

describe("the table's stream", () => {
  it('has one reader, which passes on its records to the bus of the table', () => {
    const { Source, Target, SourceParameters } = pipe.Properties;
    expect(Source).toEqual({ 'Fn::GetAtt': [table.id, 'StreamArn'] });
    expect(listReferences(Target)).toEqual([bus.id]);
    const { StartingPosition } = SourceParameters.DynamoDBStreamParameters;
    expect(StartingPosition).toBe('TRIM_HORIZON');
    // EventBridge Pipes accepts at most five filters.
    expect(filters.length).toBeLessThanOrEqual(5);
  });

  it('sends a batch in halves if it is too large for the bus', () => {
    const { DynamoDBStreamParameters } = pipe.Properties.SourceParameters;
    expect(DynamoDBStreamParameters).toMatchObject({
      BatchSize: 10,
      OnPartialBatchItemFailure: 'AUTOMATIC_BISECT',
    });
  });

  it('passes on only records that a consumer processes', () => {
    const Keys = { pk: { S: 'USER#1' }, sk: { S: 'DATA_SOURCE#1' } };
    for (const eventName of ['INSERT', 'MODIFY', 'REMOVE'])
      expect(passesPipe({ eventName, dynamodb: { Keys, NewImage: Keys } })).toBe(false);
    const credentials = { sk: { S: 'CREDENTIALS' } };
    const withoutMail = { Keys: credentials, NewImage: credentials };
    expect(passesPipe({ eventName: 'MODIFY', dynamodb: withoutMail })).toBe(false);
  });

  it('keeps the events that no rule could deliver for four days, with an alarm', () => {
    expect(undeliveredQueue?.Properties.MessageRetentionPeriod).toBe(4 * 86_400);
    const alarms = listResources<{ Dimensions?: unknown }>(
      template,
      'AWS::CloudWatch::Alarm',
    );
    const watched = alarms.flatMap(({ Properties }) =>
      listReferences(Properties.Dimensions),
    );
    expect(watched).toEqual(expect.arrayContaining([undeliveredQueue?.id, pipe.id]));
  });
});

describe.each(consumers)('$id', ({ id, consumer }) => {
  const { consumerFunction, mapping, queue, deadLetterQueue, rule } =
    findConsumerResources(id);

  it("gets the stream's records one by one, so a retry does not delay others", () => {
    expect(rule.Properties.EventBusName).toEqual({ Ref: bus.id });
    const [target, ...others] = rule.Properties.Targets;
    expect(others).toEqual([]);
    expect(listReferences(target?.DeadLetterConfig?.Arn)).toEqual([undeliveredQueue?.id]);
    expect(mapping.Properties).toEqual({
      BatchSize: 1,
      EventSourceArn: { 'Fn::GetAtt': [queue.id, 'Arn'] },
      FunctionName: { Ref: consumerFunction.id },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      // However long the queue is, it leaves the functions of requests their share of the quota.
      ScalingConfig: { MaximumConcurrency: 50 },
    });
  });

  it('gets every record that it declares through the pipe, and no other consumer does', () => {
    for (const record of buildRecords(consumer)) {
      expect(passesPipe(record)).toBe(true);
      const accepting = consumers.filter((other) =>
        matchesEventPattern(getPattern(other.id), record),
      );
      expect(accepting.map((other) => other.id)).toEqual([id]);
    }
  });

  it('retries in the declared interval and time, and keeps failures for two weeks', () => {
    const { retryInterval, maxAge } = consumer;
    expect(queue.Properties).toMatchObject({
      VisibilityTimeout: retryInterval,
      MessageRetentionPeriod: maxAge * 2,
      RedrivePolicy: { maxReceiveCount: Math.ceil(maxAge / retryInterval) },
    });
    expect(deadLetterQueue.Properties.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  it('has an alarm for its dead-letter queue', () => {
    const alarms = listResources<{ MetricName?: string; Dimensions?: unknown }>(
      template,
      'AWS::CloudWatch::Alarm',
    );
    const watched = alarms.map(({ Properties: { MetricName, Dimensions } }) => [
      MetricName,
      listReferences(Dimensions)[0],
    ]);
    expect(watched).toContainEqual([
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

  it('get deleted connections (R5)', () => {
    expect(getPattern('main/remote-connection/revoke-at-provider')).toEqual({
      eventName: ['REMOVE'],
      dynamodb: { Keys: { sk: { S: [{ prefix: 'REMOTE_CONNECTION#' }] } } },
    });
  });

  it('get written items that request a mail (A24)', () => {
    const id = 'auth/send-mail';
    expect(getPattern(id)).toEqual({
      eventName: ['INSERT', 'MODIFY'],
      dynamodb: {
        Keys: {
          sk: {
            S: [
              { prefix: 'EMAIL_LINK#' },
              { prefix: 'TRUSTED_DEVICE#' },
              { prefix: 'CREDENTIALS' },
              { prefix: 'ERASURE' },
              { prefix: 'EXPORTS' },
            ],
          },
        },
        NewImage: { mail: { M: { id: { S: [{ exists: true }] } } } },
      },
    });
  });

  it('are encrypted and reject plain HTTP', () => {
    const queues = listResources(template, 'AWS::SQS::Queue');
    expect(queues).toHaveLength(consumers.length * 2 + 2);
    for (const { Properties } of queues)
      expect(Properties.SqsManagedSseEnabled).toBe(true);
    const policies = listResources(template, 'AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(queues.length);
    for (const { Properties } of policies)
      expect(JSON.stringify(Properties)).toContain('aws:SecureTransport');
  });
});

import { describe, expect, it } from 'vitest';
import { consumers, template } from './built-stack.ts';
import { findConsumerResources } from './consumer-resources.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

const table = getOnlyResource<Record<string, unknown>>(template, 'AWS::DynamoDB::Table');

/** Returns the filter of a consumer's pipe. */
function parseFilter(id: string): unknown {
  const { FilterCriteria } = findConsumerResources(id).pipe.Properties.SourceParameters;
  expect(FilterCriteria.Filters).toHaveLength(1);
  return JSON.parse(FilterCriteria.Filters[0]?.Pattern ?? '');
}

describe.each(consumers)('$id', ({ id, consumer }) => {
  const { consumerFunction, mapping, queue, deadLetterQueue, pipe } =
    findConsumerResources(id);

  it("gets the stream's records one by one, so a retry does not delay others", () => {
    expect(pipe.Properties.Source).toEqual({ 'Fn::GetAtt': [table.id, 'StreamArn'] });
    const { StartingPosition } =
      pipe.Properties.SourceParameters.DynamoDBStreamParameters;
    expect(StartingPosition).toBe('TRIM_HORIZON');
    expect(mapping.Properties).toEqual({
      BatchSize: 1,
      EventSourceArn: { 'Fn::GetAtt': [queue.id, 'Arn'] },
      FunctionName: { Ref: consumerFunction.id },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
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

  it('has alarms for its dead-letter queue and its pipe', () => {
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
    expect(watched).toContainEqual(['ExecutionFailed', pipe.id]);
  });
});

describe('the queues of consumers', () => {
  it('are fed by a stream with both images of an item', () => {
    expect(table.Properties.StreamSpecification).toEqual({
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    });
  });

  it('get deleted connections (R5)', () => {
    expect(parseFilter('main/remote-connection/revoke-at-provider')).toEqual({
      eventName: ['REMOVE'],
      dynamodb: { Keys: { sk: { S: [{ prefix: 'REMOTE_CONNECTION#' }] } } },
    });
  });

  it('get written items that request a mail, without their other attributes (A24)', () => {
    const id = 'auth/send-mail';
    expect(parseFilter(id)).toEqual({
      eventName: ['INSERT', 'MODIFY'],
      dynamodb: {
        Keys: {
          sk: {
            S: [
              { prefix: 'EMAIL_LINK#' },
              { prefix: 'TRUSTED_DEVICE#' },
              { prefix: 'CREDENTIALS' },
            ],
          },
        },
        NewImage: { mail: { M: { id: { S: [{ exists: true }] } } } },
      },
    });
    const { InputTemplate } =
      findConsumerResources(id).pipe.Properties.TargetParameters ?? {};
    expect(InputTemplate).toBe(
      '{"dynamodb":{"Keys":<$.dynamodb.Keys>,"NewImage":' +
        '{"mail":<$.dynamodb.NewImage.mail>,"write_id":<$.dynamodb.NewImage.write_id>}}}',
    );
  });

  it('are encrypted and reject plain HTTP', () => {
    const queues = listResources(template, 'AWS::SQS::Queue');
    expect(queues).toHaveLength(consumers.length * 2);
    for (const { Properties } of queues)
      expect(Properties.SqsManagedSseEnabled).toBe(true);
    const policies = listResources(template, 'AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(queues.length);
    for (const { Properties } of policies)
      expect(JSON.stringify(Properties)).toContain('aws:SecureTransport');
  });
});

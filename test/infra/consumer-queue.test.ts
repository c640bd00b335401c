import { describe, expect, it } from 'vitest';
import { consumers, findBundleId, template } from './built-stack.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

interface PipeProperties {
  Source: unknown;
  Target: unknown;
  RoleArn: unknown;
  SourceParameters: {
    FilterCriteria: { Filters: { Pattern: string }[] };
    DynamoDBStreamParameters: { StartingPosition: string };
  };
}

interface QueueProperties {
  VisibilityTimeout?: number;
  MessageRetentionPeriod: number;
  RedrivePolicy?: { deadLetterTargetArn: unknown; maxReceiveCount: number };
  SqsManagedSseEnabled: boolean;
}

const [entry, ...others] = consumers;
const pipe = getOnlyResource<PipeProperties>(template, 'AWS::Pipes::Pipe').Properties;
const table = getOnlyResource<Record<string, unknown>>(template, 'AWS::DynamoDB::Table');
const queues = listResources<QueueProperties>(template, 'AWS::SQS::Queue');
const queue = queues.find(({ Properties }) => Properties.RedrivePolicy);
const deadLetterQueue = queues.find(({ Properties }) => !Properties.RedrivePolicy);
const { id: revokeAtProvider } =
  listResources(template, 'AWS::Lambda::Function').find(
    ({ id }) => findBundleId(id) === entry?.id,
  ) ?? {};

describe('deleted connections (R5)', () => {
  it('are consumed by the only consumer', () => {
    expect(others).toEqual([]);
    expect(entry?.id).toBe('main/remote-connection/revoke-at-provider');
    expect(table.Properties.StreamSpecification).toEqual({ StreamViewType: 'OLD_IMAGE' });
    expect(pipe.Source).toEqual({ 'Fn::GetAtt': [table.id, 'StreamArn'] });
    const { FilterCriteria, DynamoDBStreamParameters } = pipe.SourceParameters;
    expect(FilterCriteria.Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      {
        eventName: ['REMOVE'],
        dynamodb: { Keys: { sk: { S: [{ prefix: 'REMOTE_CONNECTION#' }] } } },
      },
    ]);
    expect(DynamoDBStreamParameters.StartingPosition).toBe('TRIM_HORIZON');
  });

  it('reach the function one by one, so a retry does not delay others', () => {
    expect(listReferences(pipe.Target)).toEqual([queue?.id]);
    expect(
      getOnlyResource(template, 'AWS::Lambda::EventSourceMapping').Properties,
    ).toEqual({
      BatchSize: 1,
      EventSourceArn: { 'Fn::GetAtt': [queue?.id, 'Arn'] },
      FunctionName: { Ref: revokeAtProvider },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('are retried every 15 minutes for a day, and then kept in the dead-letter queue', () => {
    expect(queue?.Properties).toMatchObject({
      VisibilityTimeout: 900,
      MessageRetentionPeriod: 2 * 86_400,
      RedrivePolicy: {
        deadLetterTargetArn: { 'Fn::GetAtt': [deadLetterQueue?.id, 'Arn'] },
        maxReceiveCount: 96,
      },
    });
    expect(deadLetterQueue?.Properties.MessageRetentionPeriod).toBe(14 * 86_400);
    const watched = listResources<{
      Namespace?: string;
      MetricName?: string;
      Dimensions?: unknown;
    }>(template, 'AWS::CloudWatch::Alarm').map(
      ({ Properties: { MetricName, Dimensions } }) => [
        MetricName,
        listReferences(Dimensions)[0],
      ],
    );
    expect(watched).toContainEqual([
      'ApproximateNumberOfMessagesVisible',
      deadLetterQueue?.id,
    ]);
    expect(watched).toContainEqual([
      'ExecutionFailed',
      getOnlyResource(template, 'AWS::Pipes::Pipe').id,
    ]);
  });

  it('are encrypted in their queues, which reject plain HTTP', () => {
    expect(queues).toHaveLength(2);
    for (const { Properties } of queues)
      expect(Properties.SqsManagedSseEnabled).toBe(true);
    const policies = listResources(template, 'AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(2);
    for (const { Properties } of policies)
      expect(JSON.stringify(Properties)).toContain('aws:SecureTransport');
  });
});

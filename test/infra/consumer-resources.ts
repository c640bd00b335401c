import type { EventPattern } from '#lib/local/template/event-pattern.ts';
import { findBundleId, template } from './built-stack.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

interface MappingProperties {
  EventSourceArn: unknown;
  FunctionName: unknown;
}

interface PipeProperties {
  Source: unknown;
  Target: unknown;
  RoleArn: unknown;
  SourceParameters: {
    FilterCriteria: { Filters: { Pattern: string }[] };
    DynamoDBStreamParameters: { StartingPosition: string };
  };
}

interface RuleProperties {
  EventBusName?: unknown;
  EventPattern: { detail: EventPattern };
  Targets: {
    Arn: unknown;
    DeadLetterConfig?: { Arn: unknown };
    InputPath?: string;
    InputTransformer?: { InputPathsMap: Record<string, string>; InputTemplate: string };
  }[];
}

interface QueueProperties {
  VisibilityTimeout?: number;
  MessageRetentionPeriod: number;
  RedrivePolicy?: { deadLetterTargetArn: unknown; maxReceiveCount: number };
}

/** The pipe that reads the table's stream. */
export const pipe = getOnlyResource<PipeProperties>(template, 'AWS::Pipes::Pipe');

/** The bus that the pipe sends to. */
export const bus = getOnlyResource(template, 'AWS::Events::EventBus');

/** The queue of the records of which a consumer got no message. */
export const failedRecordsQueue = requireResource(
  listResources<QueueProperties>(template, 'AWS::SQS::Queue').find(({ id }) =>
    id.startsWith('FailedRecords'),
  ),
);

/** Finds the function of a consumer, and the resources between the table's bus and the function. */
export function findConsumerResources(consumerId: string) {
  const functions = listResources(template, 'AWS::Lambda::Function');
  const consumerFunction = requireResource(
    functions.find(({ id }) => findBundleId(id) === consumerId),
  );
  const mappings = listResources<MappingProperties>(
    template,
    'AWS::Lambda::EventSourceMapping',
  );
  const mapping = requireResource(
    mappings.find(({ Properties }) =>
      listReferences(Properties.FunctionName).includes(consumerFunction.id),
    ),
  );
  const queues = listResources<QueueProperties>(template, 'AWS::SQS::Queue');
  const [queueId] = listReferences(mapping.Properties.EventSourceArn);
  const queue = requireResource(queues.find(({ id }) => id === queueId));
  const [deadLetterId] = listReferences(
    queue.Properties.RedrivePolicy?.deadLetterTargetArn,
  );
  const deadLetterQueue = requireResource(queues.find(({ id }) => id === deadLetterId));
  const rules = listResources<RuleProperties>(template, 'AWS::Events::Rule');
  const rule = requireResource(
    rules.find(({ Properties }) => {
      const [target] = Properties.Targets;
      return listReferences(target?.Arn).includes(queue.id);
    }),
  );
  return { consumerFunction, mapping, queue, deadLetterQueue, rule };
}

function requireResource<Resource>(resource: Resource | undefined): Resource {
  if (!resource) throw new Error('The template lacks a resource of a consumer.');
  return resource;
}

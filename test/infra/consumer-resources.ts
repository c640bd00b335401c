import { findBundleId, template } from './built-stack.ts';
import { listReferences, listResources } from './template.ts';

interface MappingProperties {
  EventSourceArn: unknown;
  FunctionName: unknown;
}

interface PipeProperties {
  Source: unknown;
  Target: unknown;
  RoleArn: unknown;
  TargetParameters?: { InputTemplate: string };
  SourceParameters: {
    FilterCriteria: { Filters: { Pattern: string }[] };
    DynamoDBStreamParameters: { StartingPosition: string };
  };
}

interface QueueProperties {
  VisibilityTimeout?: number;
  MessageRetentionPeriod: number;
  RedrivePolicy?: { deadLetterTargetArn: unknown; maxReceiveCount: number };
}

/** Finds the function of a consumer, and what leads from the table's stream to it. */
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
  const pipes = listResources<PipeProperties>(template, 'AWS::Pipes::Pipe');
  const pipe = requireResource(
    pipes.find(({ Properties }) => listReferences(Properties.Target).includes(queue.id)),
  );
  return { consumerFunction, mapping, queue, deadLetterQueue, pipe };
}

function requireResource<Resource>(found: Resource | undefined): Resource {
  if (!found) throw new Error('The template lacks a resource of a consumer.');
  return found;
}

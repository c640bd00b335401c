import { findFunction, template } from './built-stack.ts';
import { listReferences, listResources } from './template.ts';

interface MappingProperties {
  EventSourceArn: unknown;
  FunctionName: unknown;
}

interface StreamMappingProperties extends MappingProperties {
  FilterCriteria?: { Filters: { Pattern: string }[] };
}

interface QueueProperties {
  VisibilityTimeout?: number;
  MessageRetentionPeriod: number;
  RedrivePolicy?: { deadLetterTargetArn: unknown; maxReceiveCount: number };
}

/** The event source mapping of the table's stream. */
export const streamMapping = requireResource(
  listResources<StreamMappingProperties>(
    template,
    'AWS::Lambda::EventSourceMapping',
  ).find(({ Properties }) => Properties.FilterCriteria),
);

/** The queue of the records of which a consumer got no message. */
export const failedRecordsQueue = requireResource(
  listResources<QueueProperties>(template, 'AWS::SQS::Queue').find(({ id }) =>
    id.startsWith('FailedRecords'),
  ),
);

/** Finds the function of a consumer, its queue, and the resources between them. */
export function findConsumerResources(consumerId: string) {
  const consumerFunction = requireResource(findFunction(consumerId));
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
  return { consumerFunction, mapping, queue, deadLetterQueue };
}

function requireResource<Resource>(resource: Resource | undefined): Resource {
  if (!resource) throw new Error('The template lacks a resource of a consumer.');
  return resource;
}

import type { Pattern } from '../table-stream/event-pattern.ts';
import type { Stack } from './stack.ts';

/** The way on which removed items of a table come to a function: a pipe, a queue, and Lambda's hold on the queue. */
export interface RemovalRoute {
  /** Name of the queue. */
  queue: string;
  table: string;
  /** The records of the table's stream that are taken up: those that one of these matches. */
  patterns: readonly Pattern[];
  /** Seconds from one try to the next. */
  visibilityTimeout: number;
  /** Tries. */
  maxReceiveCount: number;
  functionArn: string;
}

interface PipeProperties {
  Source: string;
  Target: string;
  SourceParameters: { FilterCriteria: { Filters: { Pattern: string }[] } };
}

interface QueueProperties {
  VisibilityTimeout: number;
  RedrivePolicy: { maxReceiveCount: number };
}

interface MappingProperties {
  EventSourceArn: string;
  FunctionName: string;
  BatchSize: number;
  FunctionResponseTypes: string[];
}

/** The ways that begin at the stream of a table. Throws a sentence where one has no end, or is of an unknown kind. */
export function readRemovalRoutes(stack: Stack): RemovalRoute[] {
  const arnOf = ({ logicalId }: { logicalId: string }, attribute = 'Arn') =>
    stack.attribute(logicalId, attribute);
  const tables = stack.resources<object>('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable');
  const queues = stack.resources<QueueProperties>('AWS::SQS::Queue');
  const mappings = stack.resources<MappingProperties>('AWS::Lambda::EventSourceMapping');
  const functions = stack.resources<object>('AWS::Lambda::Function');
  return stack.resources<PipeProperties>('AWS::Pipes::Pipe').map(({ logicalId, properties }) => {
    const { Source, Target, SourceParameters } = properties;
    const table = tables.find((one) => arnOf(one, 'StreamArn') === Source);
    const queue = queues.find((one) => arnOf(one) === Target);
    const mapping = mappings.find((one) => one.properties.EventSourceArn === Target)?.properties;
    const target = functions.find(({ ref }) => ref === mapping?.FunctionName);
    if (!table || !queue || !target || mapping?.BatchSize !== 1 || !mapping.FunctionResponseTypes)
      throw new Error(
        `The pipe ${logicalId} does not lead from a table to a function that takes one message at a time and reports failures: the local runner knows no other.`,
      );
    return {
      queue: queue.ref,
      table: table.ref,
      patterns: SourceParameters.FilterCriteria.Filters.map(({ Pattern }) => JSON.parse(Pattern)),
      visibilityTimeout: queue.properties.VisibilityTimeout,
      maxReceiveCount: queue.properties.RedrivePolicy.maxReceiveCount,
      functionArn: arnOf(target),
    };
  });
}

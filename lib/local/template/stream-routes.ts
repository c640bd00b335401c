import type { EventPattern } from './event-pattern.ts';
import type { ResolvedResource, Stack } from './stack.ts';

/** The path of stream records to a function: a pipe, a queue and an event source mapping. */
export interface StreamRoute {
  /** Name of the queue. */
  queue: string;
  table: string;
  /** The pipe's filters. A record is queued if it matches one of them. */
  patterns: readonly EventPattern[];
  /** The template of a message. Undefined if a message is the whole record. */
  inputTemplate?: string | undefined;
  /** Seconds between two attempts. */
  visibilityTimeout: number;
  /** Number of attempts. */
  maxReceiveCount: number;
  functionArn: string;
}

interface PipeProperties {
  Source: string;
  Target: string;
  TargetParameters?: { InputTemplate?: string };
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
  FunctionResponseTypes?: string[];
}

function findTable(
  stack: Stack,
  streamArn: string,
): ResolvedResource<object> | undefined {
  const tables = stack.resources<object>(
    'AWS::DynamoDB::Table',
    'AWS::DynamoDB::GlobalTable',
  );
  return tables.find(({ logicalId }) => {
    const arn = stack.attribute(logicalId, 'StreamArn');
    return arn === streamArn;
  });
}

function findQueue(
  stack: Stack,
  arn: string,
): ResolvedResource<QueueProperties> | undefined {
  const queues = stack.resources<QueueProperties>('AWS::SQS::Queue');
  return queues.find(({ logicalId }) => stack.attribute(logicalId, 'Arn') === arn);
}

/**
 * Finds the function of the queue's event source mapping. The mapping must have batch size 1 and
 * report batch item failures.
 */
function findTargetFunction(
  stack: Stack,
  queueArn: string,
): ResolvedResource<object> | undefined {
  const mappings = stack.resources<MappingProperties>('AWS::Lambda::EventSourceMapping');
  const mapping = mappings.find(
    ({ properties }) => properties.EventSourceArn === queueArn,
  );
  const { BatchSize, FunctionName, FunctionResponseTypes } = mapping?.properties ?? {};
  if (BatchSize !== 1 || !FunctionResponseTypes) return undefined;

  const functions = stack.resources<object>('AWS::Lambda::Function');
  return functions.find(({ ref }) => ref === FunctionName);
}

function readStreamRoute(
  stack: Stack,
  { logicalId, properties }: ResolvedResource<PipeProperties>,
): StreamRoute {
  const { Source, Target, SourceParameters, TargetParameters } = properties;
  const table = findTable(stack, Source);
  const queue = findQueue(stack, Target);
  const target = findTargetFunction(stack, Target);
  if (!table || !queue || !target)
    throw new Error(
      `The local runner does not support the pipe ${logicalId}: a pipe must lead from a table ` +
        'to a function that takes one message at a time and reports failures.',
    );

  const filters = SourceParameters.FilterCriteria.Filters;
  return {
    queue: queue.ref,
    table: table.ref,
    patterns: filters.map(({ Pattern }) => JSON.parse(Pattern)),
    inputTemplate: TargetParameters?.InputTemplate,
    visibilityTimeout: queue.properties.VisibilityTimeout,
    maxReceiveCount: queue.properties.RedrivePolicy.maxReceiveCount,
    functionArn: stack.attribute(target.logicalId, 'Arn'),
  };
}

/** Reads the routes from table streams to functions. Throws if a route is not supported. */
export function readStreamRoutes(stack: Stack): StreamRoute[] {
  const pipes = stack.resources<PipeProperties>('AWS::Pipes::Pipe');
  return pipes.map((pipe) => readStreamRoute(stack, pipe));
}

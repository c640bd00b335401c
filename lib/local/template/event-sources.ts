import type { EventPattern } from './patterns.ts';
import type { ResolvedResource, Stack } from './stack.ts';

/** A queue whose messages a function processes. */
export interface ConsumedQueue {
  /** Name of the queue. */
  queue: string;
  /** Name of the queue for messages whose attempts have all failed. */
  deadLetterQueue: string;
  /** Time between two attempts, in seconds. */
  visibilityTimeout: number;
  /** Number of attempts. */
  maxReceiveCount: number;
  /** The most messages of an invocation. */
  batchSize: number;
  functionArn: string;
}

/** The stream of a table, which a function reads in batches. */
export interface ConsumedStream {
  table: string;
  streamArn: string;
  functionArn: string;
  /** A record is passed on if it matches one of these patterns. */
  filters: readonly EventPattern[];
  /** The most records of a batch. */
  batchSize: number;
}

interface MappingProperties {
  EventSourceArn: string;
  FunctionName: string;
  BatchSize: number;
  FunctionResponseTypes?: readonly string[];
  FilterCriteria?: { Filters: readonly { Pattern: string }[] };
  MaximumBatchingWindowInSeconds?: number;
  BisectBatchOnFunctionError?: boolean;
}

type Mapping = ResolvedResource<MappingProperties>;

interface QueueProperties {
  VisibilityTimeout: number;
  RedrivePolicy: { deadLetterTargetArn: string; maxReceiveCount: number };
}

/** The properties of a stream's mapping that the runner applies or need not apply. */
const streamProperties = new Set([
  'EventSourceArn',
  'FunctionName',
  'BatchSize',
  'FunctionResponseTypes',
  'FilterCriteria',
  'MaximumBatchingWindowInSeconds',
  'BisectBatchOnFunctionError',
  // The runner reads a new stream from its first record.
  'StartingPosition',
  'Tags',
]);

/** Finds the resource of a type with this ARN. */
function findByArn<P>(stack: Stack, attribute: string, arn: string, type: string) {
  const resources = stack.listResources<P>(type);
  return resources.find(
    ({ logicalId }) => stack.getAttribute(logicalId, attribute) === arn,
  );
}

const findTable = (stack: Stack, streamArn: string) =>
  findByArn(stack, 'StreamArn', streamArn, 'AWS::DynamoDB::Table');

const findQueue = (stack: Stack, arn: string) =>
  findByArn<QueueProperties>(stack, 'Arn', arn, 'AWS::SQS::Queue');

function listMappings(stack: Stack) {
  return stack.listResources<MappingProperties>('AWS::Lambda::EventSourceMapping');
}

/** Returns the ARN of the function with this name. Throws if the stack has none. */
function getFunctionArn(stack: Stack, name: string): string {
  const functions = stack.listResources('AWS::Lambda::Function');
  const found = functions.find(({ ref }) => ref === name);
  if (!found) throw new Error(`The template has no function ${name}.`);
  return stack.getAttribute(found.logicalId, 'Arn');
}

/** Reads the queues with an event source mapping. Throws if a mapping is not supported. */
export function readConsumedQueues(stack: Stack): ConsumedQueue[] {
  return listMappings(stack).flatMap(({ logicalId, properties }) => {
    const { EventSourceArn, FunctionName, FunctionResponseTypes } = properties;
    const queue = findQueue(stack, EventSourceArn);
    if (!queue) return [];

    const { RedrivePolicy, VisibilityTimeout: visibilityTimeout } = queue.properties;
    const deadLetterQueue =
      RedrivePolicy && findQueue(stack, RedrivePolicy.deadLetterTargetArn);
    if (!FunctionResponseTypes || !deadLetterQueue)
      throw new Error(
        `The local runner does not support the mapping ${logicalId}: a function must report ` +
          'failures, from a queue that has a dead-letter queue.',
      );
    return {
      queue: queue.ref,
      deadLetterQueue: deadLetterQueue.ref,
      visibilityTimeout,
      maxReceiveCount: RedrivePolicy.maxReceiveCount,
      batchSize: properties.BatchSize,
      functionArn: getFunctionArn(stack, FunctionName),
    };
  });
}

/**
 * Reads the table stream with an event source mapping, if any. Throws if a mapping is not
 * supported, or if there is more than one.
 */
export function readConsumedStream(stack: Stack): ConsumedStream | undefined {
  const [stream, ...others] = listMappings(stack).flatMap((mapping) => {
    const { properties } = mapping;
    const table = findTable(stack, properties.EventSourceArn);
    if (!table) return [];

    requireStreamDelivery(mapping);
    const filters = properties.FilterCriteria?.Filters ?? [{ Pattern: '{}' }];
    return {
      table: table.ref,
      streamArn: properties.EventSourceArn,
      functionArn: getFunctionArn(stack, properties.FunctionName),
      filters: filters.map(({ Pattern }) => JSON.parse(Pattern) as EventPattern),
      batchSize: properties.BatchSize,
    };
  });
  if (others.length > 0)
    throw new Error('The local runner supports only one mapping of a table stream.');
  return stream;
}

/**
 * Throws unless a mapping of a stream has no window, and after a failure delivers what the function
 * reports, or one half of the batch, until the record expires.
 */
function requireStreamDelivery({ logicalId, properties }: Mapping): void {
  const names = Object.keys(properties);
  const unsupported = names.find((name) => !streamProperties.has(name));
  if (unsupported !== undefined)
    throw new Error(
      `The local runner does not support ${unsupported} of the mapping ${logicalId}.`,
    );

  const { MaximumBatchingWindowInSeconds: window = 0, ...others } = properties;
  if (window !== 0 || !others.BisectBatchOnFunctionError || !others.FunctionResponseTypes)
    throw new Error(
      `The local runner does not support the mapping ${logicalId}: it must have no window, split ` +
        'a batch whose function fails, and report failures.',
    );
}

/** A function that runs at fixed intervals. */
export interface FunctionSchedule {
  functionArn: string;
  intervalMinutes: number;
}

interface RuleProperties {
  ScheduleExpression?: string;
  EventPattern?: object;
  Targets: { Arn: string }[];
}

/**
 * Reads the schedules of the stack: the rules without an event pattern. Throws unless each rule
 * runs one function at a rate in minutes.
 */
export function readSchedules(stack: Stack): FunctionSchedule[] {
  const rules = stack.listResources<RuleProperties>('AWS::Events::Rule');
  const schedules = rules.filter(({ properties }) => !properties.EventPattern);
  return schedules.map(readSchedule);
}

function readSchedule({
  logicalId,
  properties: { ScheduleExpression, Targets },
}: ResolvedResource<RuleProperties>): FunctionSchedule {
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(ScheduleExpression ?? '') ?? [];
  const [target] = Targets;
  if (!minutes || !target || Targets.length > 1) {
    throw new Error(
      `The local runner does not support the rule ${logicalId}: a rule must run one function ` +
        'at a rate in minutes.',
    );
  }
  return { functionArn: target.Arn, intervalMinutes: Number(minutes) };
}

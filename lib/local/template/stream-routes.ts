import type { EventPattern } from './event-pattern.ts';
import type { ResolvedResource, Stack } from './stack.ts';

/**
 * The path of stream records to a function: a pipe, an event bus, a rule, a queue and an event
 * source mapping.
 */
export interface StreamRoute {
  /** Name of the queue. */
  queue: string;
  /** Name of the queue for messages whose attempts have all failed. */
  deadLetterQueue: string;
  table: string;
  /** The filters of the pipe. A record passes the pipe if it matches one of them. */
  filters: readonly EventPattern[];
  /** The pattern of the rule. A record that passes the pipe is queued if it matches the pattern. */
  pattern: EventPattern;
  /** The template of a message. Undefined if a message is the whole record. */
  inputTemplate?: string | undefined;
  /** Time between two attempts, in seconds. */
  visibilityTimeout: number;
  /** Number of attempts. */
  maxReceiveCount: number;
  functionArn: string;
}

interface PipeProperties {
  Source: string;
  Target: string;
  SourceParameters: { FilterCriteria: { Filters: { Pattern: string }[] } };
}

interface RuleProperties {
  EventBusName?: string;
  EventPattern?: { detail?: EventPattern };
  Targets: RuleTarget[];
}

interface RuleTarget {
  Arn: string;
  InputPath?: string;
  InputTransformer?: {
    InputPathsMap: Readonly<Record<string, string>>;
    InputTemplate: string;
  };
}

interface QueueProperties {
  VisibilityTimeout: number;
  RedrivePolicy: { deadLetterTargetArn: string; maxReceiveCount: number };
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
  const tables = stack.listResources<object>(
    'AWS::DynamoDB::Table',
    'AWS::DynamoDB::GlobalTable',
  );
  return tables.find(({ logicalId }) => {
    const arn = stack.getAttribute(logicalId, 'StreamArn');
    return arn === streamArn;
  });
}

function findQueue(
  stack: Stack,
  arn: string,
): ResolvedResource<QueueProperties> | undefined {
  const queues = stack.listResources<QueueProperties>('AWS::SQS::Queue');
  return queues.find(({ logicalId }) => stack.getAttribute(logicalId, 'Arn') === arn);
}

/**
 * Finds the function of the queue's event source mapping. Returns undefined unless the mapping has
 * batch size 1 and reports batch item failures.
 */
function findTargetFunction(
  stack: Stack,
  queueArn: string,
): ResolvedResource<object> | undefined {
  const mappings = stack.listResources<MappingProperties>(
    'AWS::Lambda::EventSourceMapping',
  );
  const mapping = mappings.find(
    ({ properties }) => properties.EventSourceArn === queueArn,
  );
  const { BatchSize, FunctionName, FunctionResponseTypes } = mapping?.properties ?? {};
  if (BatchSize !== 1 || !FunctionResponseTypes) return undefined;

  const functions = stack.listResources<object>('AWS::Lambda::Function');
  return functions.find(({ ref }) => ref === FunctionName);
}

/** Returns the rules of an event bus. */
function findRules(stack: Stack, busArn: string): ResolvedResource<RuleProperties>[] {
  const buses = stack.listResources<object>('AWS::Events::EventBus');
  const bus = buses.find(
    ({ logicalId }) => stack.getAttribute(logicalId, 'Arn') === busArn,
  );
  if (!bus) return [];

  const rules = stack.listResources<RuleProperties>('AWS::Events::Rule');
  return rules.filter(({ properties }) => properties.EventBusName === bus.ref);
}

/**
 * Returns the template of a target's messages, with a path in the stream record for each `<name>`,
 * e.g. `<$.dynamodb.NewImage>`. Returns undefined if a message is the whole record, which is the
 * detail of the event.
 */
function readInputTemplate({ InputPath, InputTransformer }: RuleTarget) {
  if (InputPath === '$.detail') return undefined;

  const { InputPathsMap = {}, InputTemplate = '' } = InputTransformer ?? {};
  return InputTemplate.replace(/<(\w+)>/g, (_, name: string) => {
    const path = InputPathsMap[name] ?? '';
    return `<${path.replace(/^\$\.detail\./, '$.')}>`;
  });
}

function readStreamRoute(
  stack: Stack,
  { properties: pipe }: ResolvedResource<PipeProperties>,
  { logicalId, properties: rule }: ResolvedResource<RuleProperties>,
): StreamRoute {
  const [ruleTarget] = rule.Targets;
  const pattern = rule.EventPattern?.detail;
  const queueArn = ruleTarget?.Arn ?? '';
  const table = findTable(stack, pipe.Source);
  const queue = findQueue(stack, queueArn);
  const target = findTargetFunction(stack, queueArn);
  const redrive = queue?.properties.RedrivePolicy;
  const deadLetterQueue = redrive && findQueue(stack, redrive.deadLetterTargetArn);
  if (!ruleTarget || !pattern || !table || !queue || !target || !deadLetterQueue)
    throw new Error(
      `The local runner does not support the rule ${logicalId}: a rule must lead from the stream ` +
        'of a table to a function that takes one message at a time and reports failures, ' +
        'through a queue that has a dead-letter queue.',
    );

  const filters = pipe.SourceParameters.FilterCriteria.Filters;
  return {
    queue: queue.ref,
    deadLetterQueue: deadLetterQueue.ref,
    table: table.ref,
    filters: filters.map(({ Pattern }) => JSON.parse(Pattern)),
    pattern,
    inputTemplate: readInputTemplate(ruleTarget),
    visibilityTimeout: queue.properties.VisibilityTimeout,
    maxReceiveCount: redrive.maxReceiveCount,
    functionArn: stack.getAttribute(target.logicalId, 'Arn'),
  };
}

/** Reads the routes from table streams to functions. Throws if a route is not supported. */
export function readStreamRoutes(stack: Stack): StreamRoute[] {
  const pipes = stack.listResources<PipeProperties>('AWS::Pipes::Pipe');
  return pipes.flatMap((pipe) => {
    const rules = findRules(stack, pipe.properties.Target);
    return rules.map((rule) => readStreamRoute(stack, pipe, rule));
  });
}

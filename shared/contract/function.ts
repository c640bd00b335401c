import type { BaseUrlName } from './endpoint.ts';
import { defaultQueueConcurrency, type Setting, type StoreUses } from './resources.ts';

/** A file that the build puts beside a bundle: the script of the reference, the typed client. */
export type BuiltFile = 'reference.js.gz' | 'fitness-data-client.tgz';

/** The memory of a function that declares none, in MB. */
export const defaultMemory = 512;

/** The timeout of a function that declares none, in seconds. */
export const defaultTimeout = 10;

/**
 * Everything that is known about a Lambda function that serves no route and consumes no queue. Its
 * role, environment and bundle come from this value. It is pure: it reads no environment and
 * imports no SDK.
 */
export type FunctionDefinition = FunctionNeeds &
  (ScheduleTrigger | CdnTrigger | StreamTrigger | AuthorizerTrigger | FallbackTrigger);

/** EventBridge invokes the function at fixed intervals. */
interface ScheduleTrigger {
  trigger: 'schedule';
  /** The interval in whole minutes. */
  everyMinutes: number;
  /** Settings of the operator that it reads. */
  settings?: readonly Setting[];
  cdnPath?: never;
  selects?: never;
}

/** CloudFront invokes the function as an origin. */
interface CdnTrigger {
  trigger: 'cdn';
  /**
   * The path pattern that the function serves. Without one, the function serves the image variants
   * that are not in the bucket yet.
   */
  cdnPath?: `/${string}/*`;
  /** A path as an example. */
  examplePath: `/${string}`;
  everyMinutes?: never;
  selects?: never;
}

/**
 * The table's stream invokes the function, with the records that it selects itself, and those that
 * a consumer's rule may select.
 */
interface StreamTrigger {
  trigger: 'stream';
  selects: readonly RecordSelection[];
  cdnPath?: never;
  everyMinutes?: never;
}

/** API Gateway invokes the function to check a bearer token. */
interface AuthorizerTrigger {
  trigger: 'authorizer';
  cdnPath?: never;
  everyMinutes?: never;
  selects?: never;
}

/**
 * API Gateway invokes the function for requests that no endpoint serves. The build gives it the
 * served paths.
 */
interface FallbackTrigger {
  trigger: 'fallback';
  /** Settings of the operator that it reads. */
  settings?: readonly Setting[];
  cdnPath?: never;
  everyMinutes?: never;
  selects?: never;
}

/** The purpose of a function, and what it uses. */
interface FunctionNeeds {
  /** A verb phrase that names the function in its log lines. */
  summary: string;
  /** The stores that the function uses, and the operations on each. It gets no other rights. */
  stores?: Omit<StoreUses, 'encryption' | 'signingKeys'>;
  /** Native npm packages, which are installed next to the bundle. */
  native?: readonly string[];
  /** The setting of the operator that reserves concurrent executions for it. */
  concurrencySetting?: 'imageRenderConcurrency';
  /** Gzipped files beside the bundle, which the build makes. */
  files?: readonly BuiltFile[];
  /** MB. Defaults to `defaultMemory`. */
  memory?: number;
  /** Seconds. Defaults to `defaultTimeout`. */
  timeout?: number;
}

/** Defines a function, keeping the exact type of its value. */
export function defineFunction<const F extends FunctionDefinition>(
  value: F & FunctionDefinition,
): F {
  return value;
}

/** Selects records of the table's stream. */
export interface RecordSelection {
  /** Whether it selects created and changed items, or deleted ones. */
  on: 'write' | 'delete';
  /** The prefixes of the items' sort keys. */
  prefixes: readonly string[];
  /** A string in a map attribute, as in `mail.id`, without which a written item is skipped. */
  member?: `${string}.${string}` | undefined;
  /** A boolean attribute with which a written item is skipped. */
  lacks?: string | undefined;
}

/**
 * The changes of the table that reach a consumer. A rule is pure, because the function that reads
 * the stream has the rules of all consumers and nothing else of them.
 */
export interface StreamRule<Item extends object = object, Message extends object = object>
  extends RecordSelection {
  prefixes: readonly [string, ...string[]];
  /**
   * Returns the message for the item as it was written, or as it was before its deletion. Returns
   * undefined if the change needs none. `before` is the item before a write that changed it.
   */
  toMessage(item: Item, before?: Item): Message | undefined;
  /** Returns the seconds for which the queue holds the message back, at most `maxQueueDelay`. */
  toDelay?(item: Item): number | undefined;
}

/** The longest time for which SQS holds a message back, in seconds. */
export const maxQueueDelay = 900;

/**
 * Everything that is known about a function that processes changes of the table. Its queue, role
 * and environment are derived from this value. It is pure: it reads no environment and imports no
 * SDK.
 */
export interface Consumer {
  /** In Pascal case. Names its queues and their alarms, wherever its folder is. */
  name: string;
  /** A verb phrase that names the consumer in its log lines. */
  summary: string;
  /** The changes of the table that make a message for its queue. */
  rule: StreamRule;
  /** An example of a consumed item, without its key. */
  example: Readonly<Record<string, unknown>>;
  /** Seconds between retries. */
  retryInterval: number;
  /** Seconds after which a message moves to the dead-letter queue. */
  maxAge: number;
  /**
   * The most messages of one invocation, up to 10, which are processed at the same time. Defaults
   * to 1, so that no message waits for a slow one.
   */
  batchSize?: number;
  /** The stores that the consumer uses, and the operations on each. It gets no other rights. */
  stores?: Omit<StoreUses, 'signingKeys'>;
  /** Base URLs that its output contains. */
  baseUrls?: readonly BaseUrlName[];
  /** Settings of the operator that it reads. */
  settings?: readonly Setting[];
  /** Whether it sends mail with Amazon SES, and its queue gets what becomes of that mail. */
  sendsMail?: true;
  /** Whether the operator can let its queue run more functions than the default. */
  canRaiseConcurrency?: true;
  /** MB of temporary files. Defaults to 512. */
  temporaryStorage?: number;
  /** MB. Defaults to `defaultMemory`. */
  memory?: number;
  /**
   * Seconds, at least a minute less than `retryInterval`, or at most a sixth of it. Defaults to
   * `defaultTimeout`.
   */
  timeout?: number;
}

/**
 * Returns the functions that the queue of a consumer runs at the same time, by the setting of the
 * operator. Most queues can only have fewer than the default: more would overrun mail servers and
 * receivers, and eight queues would take the quota of all functions.
 */
export function getQueueConcurrency(
  { canRaiseConcurrency }: Pick<Consumer, 'canRaiseConcurrency'>,
  setting: number = defaultQueueConcurrency,
): number {
  return canRaiseConcurrency ? setting : Math.min(setting, defaultQueueConcurrency);
}

/** Defines a consumer, keeping the exact type of its value. */
export function defineConsumer<const C extends Consumer>(value: C & Consumer): C {
  return value;
}

import type { EncryptionUse } from './encryption.ts';
import type { ObjectOperation, TableOperation } from './store-operations.ts';

/**
 * Describes a function that is invoked after an item of the table was deleted. Its stream filter,
 * queue, Lambda function, role and environment are derived from this value. It is pure: it reads no
 * environment and imports no SDK.
 */
export interface Consumer {
  summary: string;
  /** The prefix of the sort keys whose deletions it consumes. */
  onDelete: string;
  /** An example of a deleted item, without its key. */
  example: Readonly<Record<string, string | number>>;
  /** Seconds between retries. */
  retryInterval: number;
  /** Seconds after which a message moves to the dead-letter queue. */
  maxAge: number;
  stores?: {
    table?: readonly TableOperation[];
    objects?: readonly ObjectOperation[];
    encryption?: EncryptionUse;
  };
  /** MB */
  memory?: number;
  /** Seconds; at most a sixth of `retryInterval`, as Lambda requires of a queue. */
  timeout?: number;
}

/** Returns a consumer with its exact type. */
export function defineConsumer<const C extends Consumer>(value: C): C {
  return value;
}

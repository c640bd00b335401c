import type { EncryptionUse } from './encryption.ts';
import type { BaseUrlName } from './endpoint.ts';
import type { Setting } from './settings.ts';
import type { ObjectOperation, TableOperation } from './store-operations.ts';

/** The writes that a consumer processes: items that are created or changed. */
export interface WriteFilter {
  /** The prefixes of the items' sort keys. */
  prefixes: readonly [string, ...string[]];
  /** A member of a map attribute, as in `mail.id`, that the item must have. It must be a string. */
  member?: `${string}.${string}`;
  /** The attributes that a message has. Defaults to all. */
  attributes?: readonly string[];
}

/**
 * Everything that is known about a function that processes changes of the table. Its queue, stream
 * filter, role and environment are derived from this value. It is pure: it reads no environment and
 * imports no SDK.
 */
export interface Consumer {
  summary: string;
  /** The prefix of the sort keys whose deletions it consumes. Excludes `onWrite`. */
  onDelete?: string;
  /** The writes that it consumes. Excludes `onDelete`. */
  onWrite?: WriteFilter;
  /** An example of a consumed item, without its key. */
  example: Readonly<Record<string, unknown>>;
  /** Seconds between retries. */
  retryInterval: number;
  /** Seconds after which a message moves to the dead-letter queue. */
  maxAge: number;
  stores?: {
    table?: readonly TableOperation[];
    /** Operations on uploaded originals. */
    originals?: readonly ObjectOperation[];
    /** Operations on rendered variants. */
    variants?: readonly ObjectOperation[];
    /** Operations on exports. */
    exports?: readonly ObjectOperation[];
    encryption?: EncryptionUse;
  };
  /** Base URLs that its output contains. */
  baseUrls?: readonly BaseUrlName[];
  /** Settings of the operator that it reads. */
  settings?: readonly Setting[];
  /** Whether it sends mail with Amazon SES. */
  sendsMail?: true;
  /** MB. Defaults to `defaultMemory`. */
  memory?: number;
  /**
   * Seconds, at most a sixth of `retryInterval`, as AWS recommends for a visibility timeout.
   * Defaults to `defaultTimeout`.
   */
  timeout?: number;
}

/** Defines a consumer, keeping the exact type of its value. */
export function defineConsumer<const C extends Consumer>(value: C): C {
  return value;
}

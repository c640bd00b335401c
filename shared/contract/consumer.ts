/**
 * Everything that is known about a function that takes up removed items of the table after the answer to whoever
 * removed them: the filter of the table's stream, the queue, the Lambda function, its role and its environment come
 * from this value. It is pure: it reads no environment and imports no SDK.
 */
export interface Consumer {
  summary: string;
  /** The items whose removal it takes up: those whose sort key begins so. */
  removed: string;
  /** Seconds from one try to the next, while the function reports that it must try again. */
  retryAfter: number;
  /** Seconds after which nothing is tried any more, and an operator has to look. */
  giveUpAfter: number;
  /** The names of the encryption context of what the function may decrypt; absent where it may decrypt nothing. */
  decrypts?: readonly [string, ...string[]];
  /** MB */
  memory?: number;
  /** Seconds; at most a sixth of `retryAfter`, as Lambda asks of a queue. */
  timeout?: number;
}

/** States a consumer, keeping its exact type. */
export function defineConsumer<const C extends Consumer>(value: C): C {
  return value;
}

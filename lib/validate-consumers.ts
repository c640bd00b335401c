import type { Consumer } from '#shared/contract/consumer.ts';
import type { EncryptionUse } from '#shared/contract/encryption.ts';
import { defaultTimeout } from '#shared/contract/function.ts';
import type { ConsumerEntry } from './definitions.ts';

/** The longest visibility timeout of SQS, in seconds. */
const maxRetryInterval = 43_200;
/**
 * Half of the longest retention of SQS, in seconds. A message keeps its age when it moves to the
 * dead-letter queue, and stays in that queue for the other half.
 */
const maxAgeLimit = 604_800;

/** A rule that a consumer value must follow, and the problem if it does not. */
interface ConsumerRule {
  holds: (consumer: Partial<Consumer>) => boolean;
  problem: string;
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}

function isFilledList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function hasNamedContexts({ encrypts = [], decrypts = [] }: EncryptionUse = {}): boolean {
  return [...encrypts, ...decrypts].every(isFilledList);
}

const rules: readonly ConsumerRule[] = [
  {
    holds: ({ summary }) => typeof summary === 'string' && summary !== '',
    problem: 'summary must be a sentence',
  },
  {
    holds: ({ onDelete, onWrite }) =>
      (onDelete === undefined) !== (onWrite === undefined),
    problem: 'it must have either onDelete or onWrite',
  },
  {
    holds: ({ onDelete }) =>
      onDelete === undefined || (typeof onDelete === 'string' && onDelete.endsWith('#')),
    problem: 'onDelete must be the prefix of a sort key, up to a #',
  },
  {
    holds: ({ onWrite }) => onWrite === undefined || isFilledList(onWrite.prefixes),
    problem: 'onWrite.prefixes must name the prefixes of sort keys',
  },
  {
    holds: ({ retryInterval }) => isWithin(retryInterval, 60, maxRetryInterval),
    problem: `retryInterval must be seconds from 60 to ${maxRetryInterval}`,
  },
  {
    holds: ({ maxAge, retryInterval = 0 }) =>
      isWithin(maxAge, retryInterval, maxAgeLimit),
    problem: `maxAge must be seconds from retryInterval to ${maxAgeLimit}`,
  },
  {
    // AWS recommends a visibility timeout of at least six times the function's timeout.
    holds: ({ timeout = defaultTimeout, retryInterval = 0 }) =>
      timeout >= 1 && timeout * 6 <= retryInterval,
    problem: 'timeout must be at most a sixth of retryInterval',
  },
  {
    holds: ({ stores }) => hasNamedContexts(stores?.encryption),
    problem: 'stores.encryption must name the members of each encryption context',
  },
];

/**
 * Returns the problems of one consumer. The value comes from a file, so any member can be missing
 * or wrong, whatever its type says.
 */
function validateConsumer(consumer: Consumer | null | undefined): string[] {
  if (typeof consumer !== 'object' || consumer === null) {
    return ['consumer.ts must have defineConsumer({ ... }) as its default export'];
  }
  const brokenRules = rules.filter(({ holds }) => !holds(consumer));
  return brokenRules.map(({ problem }) => problem);
}

/** Returns the problems of consumers, one sentence each, with the folder. */
export function validateConsumers(entries: readonly ConsumerEntry[]): string[] {
  return entries.flatMap(({ id, consumer }) => {
    const problems = validateConsumer(consumer);
    return problems.map((problem) => `functions/${id}: ${problem}`);
  });
}

import type { Consumer } from '#shared/contract/consumer.ts';
import { defaultTimeout } from '#shared/contract/function.ts';
import type { EncryptionUse } from '#shared/contract/resources.ts';
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
    holds: ({ name }) => typeof name === 'string' && /^([A-Z][a-z]+)+$/.test(name),
    problem: 'name must be in Pascal case, e.g. Mail',
  },
  {
    holds: ({ rule }) => rule?.on === 'write' || rule?.on === 'delete',
    problem: 'rule.on must be write or delete',
  },
  {
    // An empty prefix would select all items.
    holds: ({ rule }) => isFilledList(rule?.prefixes) && !rule?.prefixes.includes(''),
    problem: 'rule.prefixes must name the prefixes of sort keys',
  },
  {
    holds: ({ rule }) =>
      rule?.member === undefined ||
      (rule.on === 'write' && /^\w+\.\w+$/.test(rule.member)),
    problem: 'rule.member must be a member of a map attribute of written items',
  },
  {
    holds: ({ rule }) => typeof rule?.toMessage === 'function',
    problem: 'rule.toMessage must be a function',
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
    // A function that still runs must not get its message again. AWS recommends six times the
    // timeout, for batches of messages and for functions that are throttled.
    holds: ({ timeout = defaultTimeout, retryInterval = 0 }) =>
      timeout >= 1 && retryInterval >= Math.min(timeout * 6, timeout + 60),
    problem: 'retryInterval must be a minute more than timeout, or six times as long',
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
  const problems = entries.flatMap(({ id, consumer }) =>
    validateConsumer(consumer).map((problem) => `functions/${id}: ${problem}`),
  );
  return problems.length > 0 ? problems : findSharedNames(entries);
}

/** Returns a problem for each name that several consumers have. */
function findSharedNames(entries: readonly ConsumerEntry[]): string[] {
  const byName = Map.groupBy(entries, ({ consumer }) => consumer.name);
  return [...byName].flatMap(([name, consumers]) => {
    if (consumers.length === 1) return [];
    const folders = consumers.map(({ id }) => `functions/${id}`).join(' and ');
    return [`${folders} both have the name ${name}`];
  });
}

import { defaultTimeout } from '#shared/contract/function.ts';
import type { ConsumerEntry, FunctionEntry } from './endpoints.ts';

/** A rule that the compiler cannot check, and the problem of a value that breaks it. */
export interface DefinitionRule<Value> {
  holds: (value: Value) => boolean;
  problem: string | ((value: Value) => string);
}

/** The rule that every definition has a summary. */
export const summaryRule: DefinitionRule<{ summary: string }> = {
  holds: ({ summary }) => summary !== '',
  problem: 'summary must be a sentence',
};

/**
 * Returns the rules that the values of a file such as `endpoint.ts` break, by the ids of their
 * functions, one sentence each, with the folder.
 */
export function findBrokenRules<Value>(
  file: string,
  values: ReadonlyMap<string, Value>,
  rules: readonly DefinitionRule<Value>[],
): string[] {
  return [...values].flatMap(([id, value]) => {
    const problems = findProblems(file, value, rules);
    return problems.map((problem) => `functions/${id}: ${problem}`);
  });
}

/** The type of the value is not proved, because it comes from a file. */
function findProblems<Value>(
  file: string,
  value: Value,
  rules: readonly DefinitionRule<Value>[],
): string[] {
  if (typeof value !== 'object' || value === null)
    return [`${file} must have a definition as its default export`];
  try {
    const broken = rules.filter(({ holds }) => !holds(value));
    return broken.map(({ problem }) =>
      typeof problem === 'string' ? problem : problem(value),
    );
  } catch {
    return [`${file} does not have the members of its type; npx tsc names them`];
  }
}

/** Returns a problem for each group of definitions that have what only one can have. */
export function findShared<Entry extends { id: string }>(
  entries: readonly Entry[],
  getShared: (entry: Entry) => string,
): string[] {
  return [...Map.groupBy(entries, getShared)].flatMap(([shared, sharing]) => {
    if (sharing.length === 1) return [];
    const folders = sharing.map(({ id }) => `functions/${id}`).join(' and ');
    return [`${folders} both ${shared}`];
  });
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** The longest visibility timeout of SQS, in seconds. */
const maxRetryInterval = 43_200;
/** Half of the time for which a queue keeps a message (consumer-function.ts), in seconds. */
const maxAgeLimit = 172_800;

const consumerRules: readonly DefinitionRule<ConsumerEntry['consumer']>[] = [
  summaryRule,
  {
    holds: ({ name }) => /^([A-Z][a-z]+)+$/.test(name),
    problem: 'name must be in Pascal case, e.g. Mail',
  },
  {
    // An empty prefix would select all items.
    holds: ({ rule }) => !rule.prefixes.includes(''),
    problem: 'rule.prefixes must name the prefixes of sort keys',
  },
  {
    holds: ({ rule: { on, member, lacks } }) =>
      on === 'write' || (member ?? lacks) === undefined,
    problem: 'rule.member and rule.lacks must be about written items',
  },
  {
    holds: ({ retryInterval }) => isWithin(retryInterval, 60, maxRetryInterval),
    problem: `retryInterval must be seconds from 60 to ${maxRetryInterval}`,
  },
  {
    holds: ({ maxAge, retryInterval }) => isWithin(maxAge, retryInterval, maxAgeLimit),
    problem: `maxAge must be seconds from retryInterval to ${maxAgeLimit}`,
  },
  {
    // A function that still runs must not get its message again. AWS recommends six times the
    // timeout, for batches of messages and for functions that are throttled.
    holds: ({ timeout = defaultTimeout, retryInterval }) =>
      timeout >= 1 && retryInterval >= Math.min(timeout * 6, timeout + 60),
    problem: 'retryInterval must be a minute more than timeout, or six times as long',
  },
];

/** Returns the problems of consumers, one sentence each, with the folder. */
export function validateConsumers(entries: readonly ConsumerEntry[]): string[] {
  const values = new Map(entries.map(({ id, consumer }) => [id, consumer]));
  const problems = findBrokenRules('consumer.ts', values, consumerRules);
  if (problems.length > 0) return problems;
  return findShared(entries, ({ consumer }) => `have the name ${consumer.name}`);
}

/**
 * Returns the problems of functions that serve no route and consume no queue, one sentence each,
 * with the folder. There can be one authorizer, one reader of the stream, one fallback, one
 * function for each path of the CDN, and any number of schedules.
 */
export function validateFunctions(entries: readonly FunctionEntry[]): string[] {
  const values = new Map(entries.map(({ id, definition }) => [id, definition]));
  const problems = findBrokenRules('function.ts', values, [summaryRule]);
  if (problems.length > 0) return problems;
  const limited = entries.filter(({ definition }) => definition.trigger !== 'schedule');
  return findShared(limited, ({ definition: { trigger, cdnPath } }) => {
    if (trigger === 'cdn') return `are the CDN origin of ${cdnPath ?? 'image variants'}`;
    return trigger === 'stream' ? "read the table's stream" : `are the ${trigger}`;
  });
}

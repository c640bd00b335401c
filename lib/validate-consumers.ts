import type { Consumer } from '#shared/contract/consumer.ts';
import type { ConsumerEntry } from './definitions.ts';

/** The longest that SQS hides a message, and the longest that it keeps one, in seconds. */
const longestHidden = 43_200;
const longestKept = 1_209_600;

const isWithin = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** The rules of a consumer value, each with the problem if it does not hold. */
const rules: readonly [(consumer: Partial<Consumer>) => boolean, string][] = [
  [({ summary }) => typeof summary === 'string' && summary !== '', 'summary must be a sentence'],
  [
    ({ onDelete }) => typeof onDelete === 'string' && onDelete.endsWith('#'),
    'onDelete must be the prefix of a sort key, up to a #',
  ],
  [
    ({ retryInterval }) => isWithin(retryInterval, 60, longestHidden),
    `retryInterval must be seconds from 60 to ${longestHidden}`,
  ],
  [
    // Half of what SQS keeps, so that an operator has the other half to look into the dead-letter
    // queue.
    ({ maxAge, retryInterval = 0 }) => isWithin(maxAge, retryInterval, longestKept / 2),
    `maxAge must be seconds from retryInterval to ${longestKept / 2}`,
  ],
  [
    ({ timeout = 10, retryInterval = 0 }) => timeout >= 1 && timeout * 6 <= retryInterval,
    'timeout must be at most a sixth of retryInterval',
  ],
  [
    ({ decrypts }) => decrypts === undefined || (Array.isArray(decrypts) && decrypts.length > 0),
    'decrypts must name the members of an encryption context',
  ],
];

/**
 * What is wrong with consumers, one sentence a fault, each naming its folder. Nothing is taken for
 * granted of them.
 */
export function validateConsumers(entries: readonly ConsumerEntry[]): string[] {
  return entries.flatMap(({ id, consumer }) =>
    findProblems(consumer).map((fault) => `functions/${id}: ${fault}`),
  );
}

function findProblems(consumer: Consumer | null | undefined): string[] {
  if (typeof consumer !== 'object' || consumer === null)
    return ['consumer.ts must have defineConsumer({ ... }) as its default export'];
  return rules.filter(([holds]) => !holds(consumer)).map(([, complaint]) => complaint);
}

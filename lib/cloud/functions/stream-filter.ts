import type { Consumer } from '#shared/contract/consumer.ts';

/** Selects the stream records that a consumer processes. */
interface Selection {
  eventName: readonly string[];
  /** The prefixes of the sort keys. */
  prefixes: readonly string[];
  /** A member of a map attribute that the written item must have, as in `mail.id`. */
  member: string | undefined;
}

function toSelection({ rule: { on, prefixes, member } }: Consumer): Selection {
  const eventName = on === 'delete' ? ['REMOVE'] : ['INSERT', 'MODIFY'];
  return { eventName, prefixes, member };
}

/** Returns the pattern for items with a string in a map attribute, e.g. `mail.id`. */
function toMemberPattern(member: string) {
  const [attribute = '', name = ''] = member.split('.');
  return { [attribute]: { M: { [name]: { S: [{ exists: true }] } } } };
}

function toPattern({ eventName, prefixes, member }: Selection) {
  const image = member === undefined ? {} : { NewImage: toMemberPattern(member) };
  const Keys = { sk: { S: prefixes.map((prefix) => ({ prefix })) } };
  return { eventName, dynamodb: { Keys, ...image } };
}

/** Returns the event pattern for the stream records that a consumer processes. */
export function buildStreamPattern(consumer: Consumer) {
  return toPattern(toSelection(consumer));
}

/**
 * Returns the event patterns for the stream records of all consumers. Consumers of the same events
 * share a pattern, because a pipe can have at most five.
 */
export function buildPipePatterns(consumers: readonly Consumer[]) {
  const merged = new Map<string, Selection>();
  for (const selection of consumers.map(toSelection)) {
    const { eventName, member, prefixes } = selection;
    const key = [...eventName, member].join();
    const previousPrefixes = merged.get(key)?.prefixes ?? [];
    merged.set(key, { ...selection, prefixes: [...previousPrefixes, ...prefixes] });
  }
  return [...merged.values()].map(toPattern);
}

import type { Consumer } from '#shared/contract/consumer.ts';

/** The part of a stream record that a consumer processes. */
interface Selection {
  eventName: readonly string[];
  /** The prefixes of the sort keys. */
  prefixes: readonly string[];
  /** A member of a map attribute that the written item must have, as in `mail.id`. */
  member: string | undefined;
}

function toSelection({ onDelete, onWrite }: Consumer): Selection {
  if (!onWrite)
    return { eventName: ['REMOVE'], prefixes: [onDelete ?? ''], member: undefined };

  const { prefixes, member } = onWrite;
  return { eventName: ['INSERT', 'MODIFY'], prefixes, member };
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
 * share one, because a pipe has at most five.
 */
export function buildPipePatterns(consumers: readonly Consumer[]) {
  const selections = consumers.map(toSelection);
  const groups = Map.groupBy(selections, ({ eventName, member }) =>
    [...eventName, member].join(),
  );
  return [...groups.values()].map(([first, ...others]) => {
    const prefixes = [first, ...others].flatMap((selection) => selection?.prefixes ?? []);
    return toPattern({ eventName: [], member: undefined, ...first, prefixes });
  });
}

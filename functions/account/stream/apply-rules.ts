import type { StreamRule } from '#shared/contract/function.ts';
import { formatMessage } from '#shared/queue/send.ts';
import { type ChangeRecord, fromStreamImage } from '#shared/queue/stream.ts';

/** The rules of all consumers, by the ids of the consumers. */
export type StreamRules = Readonly<Record<string, StreamRule>>;

/** A record of the stream, and the id of a consumer whose rule applies to it. */
interface RuleMatch {
  consumer: string;
  record: ChangeRecord;
}

export type ConsumerMessage = RuleMatch & { body: string };
export type RuleFailure = RuleMatch & { error: Error };

/** Returns the messages that a record makes, and the failures of rules that throw. */
export function applyRules(
  rules: StreamRules,
  record: ChangeRecord,
): (ConsumerMessage | RuleFailure)[] {
  const matching = Object.entries(rules).filter(([, rule]) => matches(rule, record));
  return matching.flatMap(([consumer, rule]): (ConsumerMessage | RuleFailure)[] => {
    try {
      const message = makeMessage(rule, record);
      return message ? [{ consumer, record, body: formatMessage(message) }] : [];
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      return [{ consumer, record, error }];
    }
  });
}

/** The event filters of the function can pass on more records than the rules select. */
function matches(
  { on, prefixes, member }: StreamRule,
  { eventName, dynamodb: { Keys, NewImage = {} } }: ChangeRecord,
): boolean {
  if ((on === 'delete') !== (eventName === 'REMOVE')) return false;
  if (!prefixes.some((prefix) => Keys.sk.S.startsWith(prefix))) return false;
  if (member === undefined) return true;

  const [attribute = '', name = ''] = member.split('.');
  const map = NewImage[attribute];
  return map !== undefined && 'M' in map && name in map.M;
}

function makeMessage(
  rule: StreamRule,
  { dynamodb: { OldImage, NewImage } }: ChangeRecord,
): object | undefined {
  const before = OldImage && fromStreamImage(OldImage);
  const item = rule.on === 'delete' ? before : NewImage && fromStreamImage(NewImage);
  if (!item) throw new Error('The stream record has no item.');
  return rule.toMessage(item, before);
}

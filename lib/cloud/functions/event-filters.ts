import type { RecordSelection } from '#shared/contract/function.ts';
import { compact } from '#shared/runtime/compact.ts';

/** The most event filters of an event source mapping, unless AWS raises the quota. */
const maxFilters = 5;
/** The most characters of a filter pattern. */
const maxPatternLength = 4096;

/**
 * Returns the patterns of the event filters for a function that needs these records. The records
 * that no filter selects cost nothing. Selections share a filter if they differ in their prefixes
 * only. If there are too many filters, some do without their condition, and so share a filter too.
 */
export function buildEventFilters(needed: readonly RecordSelection[]): string[] {
  const selections = mergeAlike(dropConditions(mergeAlike(needed)));
  const patterns = selections.map((selection) => JSON.stringify(toPattern(selection)));
  const tooLong = patterns.find(({ length }) => length > maxPatternLength);
  if (tooLong) throw new Error(`Lambda has no event filters as long as this: ${tooLong}`);
  return patterns;
}

/** Merges the selections that differ in their prefixes only. */
function mergeAlike(selections: readonly RecordSelection[]): RecordSelection[] {
  const groups = Map.groupBy(selections, ({ on, member, lacks }) =>
    [on, member, lacks].join(),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const prefixes = [first, ...others].flatMap((selection) => selection.prefixes);
    return [{ ...first, prefixes: [...new Set(prefixes)] }];
  });
}

const isConditional = ({ member, lacks }: RecordSelection) =>
  member !== undefined || lacks !== undefined;

/** Makes as many selections as there are too many select all items with their prefixes. */
function dropConditions(
  selections: readonly RecordSelection[],
): readonly RecordSelection[] {
  const excess = selections.length - maxFilters;
  if (excess <= 0) return selections;

  const hasOther = selections.some(
    (selection) => selection.on === 'write' && !isConditional(selection),
  );
  const conditional = selections.filter(isConditional);
  const dropped = new Set(conditional.slice(0, hasOther ? excess : excess + 1));
  return selections.map((selection) => {
    const { on, prefixes } = selection;
    return dropped.has(selection) ? { on, prefixes } : selection;
  });
}

function toPattern(selection: RecordSelection) {
  const { on, prefixes } = selection;
  const eventName = on === 'delete' ? ['REMOVE'] : ['INSERT', 'MODIFY'];
  const Keys = { sk: { S: prefixes.map((prefix) => ({ prefix })) } };
  const NewImage = isConditional(selection) ? toImagePattern(selection) : undefined;
  return { eventName, dynamodb: compact({ Keys, NewImage }) };
}

/** Returns the pattern for the members that a written item has, e.g. `mail.id`, and lacks. */
function toImagePattern({ member, lacks }: RecordSelection): object {
  const image: Record<string, object> = {};
  if (member !== undefined) {
    const [attribute = '', name = ''] = member.split('.');
    image[attribute] = { M: { [name]: { S: [{ exists: true }] } } };
  }
  if (lacks !== undefined) image[lacks] = { BOOL: [{ exists: false }] };
  return image;
}

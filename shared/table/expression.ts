import { compact } from '../runtime/compact.ts';
import type { Condition } from './condition.ts';
import type { KeyRange } from './table.ts';

type Members = string | readonly string[];

/** The changes of an update in an item. A name with dots is a path into a map. */
export interface Change {
  set?: Readonly<Record<string, unknown>>;
  /** Sets attributes that are absent. */
  setIfAbsent?: Readonly<Record<string, unknown>>;
  /**
   * Sets attributes to the value that another attribute had before this update. Of a pair, the
   * second attribute is used if the first is absent.
   */
  copy?: Readonly<Record<string, string | readonly [string, string]>>;
  remove?: readonly string[];
  /** Adds to numbers. An absent number counts as 0. */
  increment?: Readonly<Record<string, number>>;
  /** Adds one or more strings to string sets. An absent set counts as empty. */
  include?: Readonly<Record<string, Members>>;
  /** Removes one or more strings from string sets. */
  exclude?: Readonly<Record<string, Members>>;
}

/** Adds a name or a value to a request and returns its placeholder in expressions. */
interface Placeholders {
  /** `path` may be a path with dots. */
  name(path: string): string;
  value(operand: unknown): string;
}

/**
 * Creates the expressions of one DynamoDB request. All names and values are placeholders, so names
 * cannot clash with reserved words and values cannot change an expression.
 */
export function createExpressionBuilder() {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  let nameCount = 0;
  let valueCount = 0;

  function addName(segment: string): string {
    const placeholder = `#n${nameCount}`;
    nameCount += 1;
    names[placeholder] = segment;
    return placeholder;
  }

  function addValue(value: unknown): string {
    const placeholder = `:v${valueCount}`;
    valueCount += 1;
    values[placeholder] = value;
    return placeholder;
  }

  const placeholders: Placeholders = {
    name: (path) => path.split('.').map(addName).join('.'),
    value: addValue,
  };
  return {
    /** Returns undefined for a condition without members, which always holds. */
    condition: (condition: Condition) =>
      toConditionExpression(condition, placeholders) || undefined,
    update: (change: Change) => toUpdateExpression(change, placeholders),
    range: (range: KeyRange) => toRangeExpression(range, placeholders),
    /** Returns the names and values of all expressions. DynamoDB does not accept empty maps. */
    attributes: () =>
      compact({
        ExpressionAttributeNames: omitIfEmpty(names),
        ExpressionAttributeValues: omitIfEmpty(values),
      }),
  };
}

/** The longest expression that DynamoDB accepts, in bytes. */
export const maxExpressionBytes = 4096;

/**
 * Returns whether an update can make a change: the placeholders of about 200 paths are too long.
 * The write adds its id.
 */
export function fitsExpression(change: Change): boolean {
  const set = { ...change.set, write_id: '' };
  const expression = createExpressionBuilder().update({ ...change, set });
  return expression.length <= maxExpressionBytes;
}

function omitIfEmpty<T extends object>(map: T): T | undefined {
  return Object.keys(map).length > 0 ? map : undefined;
}

function toConditionExpression(
  condition: Condition,
  { name, value }: Placeholders,
): string {
  const terms = Object.entries(condition).map(([path, test]) => {
    if ('limit' in test) {
      const size = `size(${name(path)}) < ${value(test.limit)}`;
      return `(attribute_not_exists(${name(path)}) OR ${size})`;
    }
    if ('values' in test) {
      const match = `${name(path)} IN (${test.values.map(value).join(', ')})`;
      return `(attribute_not_exists(${name(path)}) OR NOT ${match})`;
    }
    if (!('value' in test)) return `${test.operator}(${name(path)})`;

    const comparison = `${name(path)} ${test.operator} ${value(test.value)}`;
    if (!test.orAbsent) return comparison;
    return `(attribute_not_exists(${name(path)}) OR ${comparison})`;
  });
  return terms.join(' AND ');
}

function toUpdateExpression(
  {
    set = {},
    setIfAbsent = {},
    copy = {},
    remove = [],
    increment = {},
    include = {},
    exclude = {},
  }: Change,
  { name, value }: Placeholders,
): string {
  const values = Object.entries(set).map(
    ([path, operand]) => `${name(path)} = ${value(operand)}`,
  );
  const defaults = Object.entries(setIfAbsent).map(
    ([path, operand]) =>
      `${name(path)} = if_not_exists(${name(path)}, ${value(operand)})`,
  );
  const copies = Object.entries(copy).map(
    ([path, source]) => `${name(path)} = ${toCopiedValue(source, name)}`,
  );
  const additions = Object.entries(increment).map(
    ([path, amount]) => `${name(path)} ${value(amount)}`,
  );
  const toMembers = ([path, members]: [string, Members]) =>
    `${name(path)} ${value(new Set([members].flat()))}`;
  const inclusions = Object.entries(include).map(toMembers);
  const exclusions = Object.entries(exclude).map(toMembers);
  const clauses = [
    toClause('SET', [...values, ...defaults, ...copies]),
    toClause('REMOVE', remove.map(name)),
    toClause('ADD', [...additions, ...inclusions]),
    toClause('DELETE', exclusions),
  ];
  return clauses.filter(Boolean).join(' ');
}

function toCopiedValue(
  source: string | readonly [string, string],
  name: Placeholders['name'],
): string {
  if (typeof source === 'string') return name(source);
  const [first, second] = source;
  return `if_not_exists(${name(first)}, ${name(second)})`;
}

/** Returns a clause of an update expression, or an empty string if it has no terms. */
function toClause(keyword: string, terms: readonly string[]): string {
  return terms.length > 0 ? `${keyword} ${terms.join(', ')}` : '';
}

function toRangeExpression(range: KeyRange, { name, value }: Placeholders): string {
  const [attribute, partition, sortAttribute] =
    'collection' in range
      ? ['collection', range.collection, 'collection_sk']
      : ['pk', range.pk, 'sk'];
  const partitionTerm = `${name(attribute)} = ${value(partition)}`;
  if ('from' in range) {
    const span = `${value(range.from)} AND ${value(range.to)}`;
    return `${partitionTerm} AND ${name(sortAttribute)} BETWEEN ${span}`;
  }
  if ('after' in range)
    return `${partitionTerm} AND ${name(sortAttribute)} > ${value(range.after)}`;
  if (range.prefix === undefined) return partitionTerm;
  return `${partitionTerm} AND begins_with(${name(sortAttribute)}, ${value(range.prefix)})`;
}

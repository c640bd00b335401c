import type { Condition } from './condition.ts';

/** What an update does to an item; a name with dots is a path into a map. */
export interface Change {
  set?: Readonly<Record<string, unknown>>;
  /** Set only where the attribute is not there yet. */
  setIfAbsent?: Readonly<Record<string, unknown>>;
  /** Set to what another attribute of the same item was before this update. */
  copy?: Readonly<Record<string, string>>;
  remove?: readonly string[];
  /** Added to a number, which counts as 0 where it is not there. */
  increment?: Readonly<Record<string, number>>;
}

/**
 * Collects the names and values of one DynamoDB request, so that no attribute name can clash with a reserved word and
 * no value is ever part of an expression's text.
 */
export function expressions() {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const placeholders: Placeholders = {
    name: (path) =>
      path
        .split('.')
        .map((part) => {
          const placeholder = `#${part.replace(/\W/g, '_')}`;
          names[placeholder] = part;
          return placeholder;
        })
        .join('.'),
    value: (of) => {
      const placeholder = `:v${Object.keys(values).length}`;
      values[placeholder] = of;
      return placeholder;
    },
  };
  return {
    condition: (tests: Condition) => conditionExpression(tests, placeholders),
    update: (change: Change) => updateExpression(change, placeholders),
    range: (attribute: string, prefix: Prefix | undefined, pk: string) =>
      rangeExpression(attribute, prefix, pk, placeholders),
    attributes: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  };
}

/** Note a name, which may be a path with dots, or a value, and answer what stands for it in an expression. */
interface Placeholders {
  name(path: string): string;
  value(of: unknown): string;
}

/** The attribute of a key range, and how its values in the range begin. */
interface Prefix {
  of: string;
  startsWith: string;
}

function conditionExpression(tests: Condition, { name, value }: Placeholders): string {
  return Object.entries(tests)
    .map(([path, test]) => {
      if (!('value' in test)) return `${test.operator}(${name(path)})`;
      const comparison = `${name(path)} ${test.operator} ${value(test.value)}`;
      return test.orAbsent ? `(attribute_not_exists(${name(path)}) OR ${comparison})` : comparison;
    })
    .join(' AND ');
}

function updateExpression(
  { set = {}, setIfAbsent = {}, copy = {}, remove = [], increment = {} }: Change,
  { name, value }: Placeholders,
): string {
  const assignments = [
    ...Object.entries(set).map(([path, of]) => `${name(path)} = ${value(of)}`),
    ...Object.entries(setIfAbsent).map(
      ([path, of]) => `${name(path)} = if_not_exists(${name(path)}, ${value(of)})`,
    ),
    ...Object.entries(copy).map(([path, from]) => `${name(path)} = ${name(from)}`),
  ];
  const additions = Object.entries(increment).map(([path, by]) => `${name(path)} ${value(by)}`);
  return [
    assignments.length > 0 ? `SET ${assignments.join(', ')}` : '',
    remove.length > 0 ? `REMOVE ${remove.map(name).join(', ')}` : '',
    additions.length > 0 ? `ADD ${additions.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function rangeExpression(
  attribute: string,
  prefix: Prefix | undefined,
  pk: string,
  { name, value }: Placeholders,
): string {
  const partition = `${name(attribute)} = ${value(pk)}`;
  return prefix
    ? `${partition} AND begins_with(${name(prefix.of)}, ${value(prefix.startsWith)})`
    : partition;
}

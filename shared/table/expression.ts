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
  const name = (path: string) =>
    path
      .split('.')
      .map((part) => {
        const placeholder = `#${part.replace(/\W/g, '_')}`;
        names[placeholder] = part;
        return placeholder;
      })
      .join('.');
  const value = (of: unknown) => {
    const placeholder = `:v${Object.keys(values).length}`;
    values[placeholder] = of;
    return placeholder;
  };
  return {
    condition(tests: Condition): string {
      return Object.entries(tests)
        .map(([path, test]) => {
          if (!('value' in test)) return `${test.operator}(${name(path)})`;
          const comparison = `${name(path)} ${test.operator} ${value(test.value)}`;
          return test.orAbsent ? `(attribute_not_exists(${name(path)}) OR ${comparison})` : comparison;
        })
        .join(' AND ');
    },
    update({ set = {}, setIfAbsent = {}, copy = {}, remove = [], increment = {} }: Change): string {
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
    },
    range(attribute: string, prefix: { of: string; startsWith: string } | undefined, pk: string): string {
      const partition = `${name(attribute)} = ${value(pk)}`;
      return prefix
        ? `${partition} AND begins_with(${name(prefix.of)}, ${value(prefix.startsWith)})`
        : partition;
    },
    attributes: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  };
}

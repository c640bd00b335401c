import { isDeepStrictEqual } from 'node:util';
import { compact } from '#shared/runtime/compact.ts';
import {
  getRefName,
  type JsonSchema,
  type NamedSchemas,
  toSchema,
} from '../reference/json-schema.ts';

/**
 * Merges the alternatives of each schema into one object with the members of all. Otherwise,
 * openapi-generator makes such a class for Kotlin and Dart, which requires what each alternative
 * requires, so it can read none. `if` and `then` still say what belongs to which `type`.
 */
export function mergeAlternatives(schemas: NamedSchemas): NamedSchemas {
  const merge = (schema: JsonSchema) => {
    const alternatives = schema.oneOf?.map((one) => requireNamed(schemas, toSchema(one)));
    return alternatives ? mergeObjects(alternatives) : schema;
  };
  const merged = Object.entries(schemas).map(([name, schema]) => [name, merge(schema)]);
  return Object.fromEntries(merged);
}

function requireNamed(schemas: NamedSchemas, alternative: JsonSchema): JsonSchema {
  const name = getRefName(alternative) ?? '';
  const schema = schemas[name];
  if (!schema) throw new Error(`An alternative has no named schema: ${name}`);
  return schema;
}

function mergeObjects(alternatives: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const alternative of alternatives) {
    for (const [name, property] of Object.entries(alternative.properties ?? {})) {
      // Clients would send the default of a member with other alternatives, too.
      const { default: _, ...schema } = toSchema(property);
      const known = properties[name];
      properties[name] = known ? findCommon(known, schema) : schema;
    }
  }
  properties.type = { type: 'string', enum: alternatives.map(getType) };
  const [first, ...others] = alternatives.map(({ required = [] }) => required);
  const required = first?.filter((name) => others.every((list) => list.includes(name)));
  return {
    type: 'object',
    description: describe(alternatives),
    properties,
    required: required ?? [],
    ...buildConditions(alternatives),
  };
}

/** Returns the value of `type` by which clients recognize an alternative. Throws without one. */
function getType({ properties = {}, description }: JsonSchema): string {
  const { const: type } = toSchema(properties.type);
  if (typeof type !== 'string')
    throw new Error(`An alternative has no constant type: ${description}`);
  return type;
}

/** Returns what holds for a member in both alternatives, with the first description. */
function findCommon(one: JsonSchema, other: JsonSchema): JsonSchema {
  const inOther = new Map(Object.entries(other));
  const common = Object.entries(one).filter(
    ([name, value]) =>
      name === 'description' || isDeepStrictEqual(value, inOther.get(name)),
  );
  return Object.fromEntries(common);
}

/** Says in words which members each alternative has. */
function describe(alternatives: readonly JsonSchema[]): string {
  const texts = alternatives.map((alternative) => {
    const names = Object.keys(alternative.properties ?? {});
    const members = names.filter((name) => name !== 'type').map((name) => `\`${name}\``);
    return `- \`${getType(alternative)}\`: ${members.join(', ')}`;
  });
  return `The members depend on \`type\`:\n\n${texts.join('\n')}`;
}

/** Builds the conditions that say what each requires, each in the `else` of the last. */
function buildConditions([alternative, ...others]: readonly JsonSchema[]): JsonSchema {
  if (!alternative) return {};
  const { required = [] } = alternative;
  return compact({
    if: { properties: { type: { const: getType(alternative) } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required },
    else: others.length > 0 ? buildConditions(others) : undefined,
  });
}

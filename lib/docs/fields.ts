import { asSchema, type JsonSchema, membersOf, referenced } from './json-schema.ts';

/** A field by its path in the body, as in `_embedded.device[].model`. */
export interface Field {
  path: string;
  schema: JsonSchema;
  required: boolean;
  meaning: string | undefined;
}

/** Fields that belong together: all of them, or those of one variant, under a heading that says which. */
export interface FieldGroup {
  heading?: string;
  fields: readonly Field[];
}

/** What the relations mean that every resource has. */
const relations: Readonly<Record<string, string>> = {
  self: 'Its own address.',
  next: 'The next page, where there is one.',
  prev: 'The page before, where there is one.',
  documentation: 'Its page of this documentation.',
};

const isObject = (schema: JsonSchema) => schema.properties !== undefined;

/** The objects that a value may be. */
function objectsOf(schema: JsonSchema): readonly JsonSchema[] {
  return (schema.anyOf ?? schema.oneOf ?? [schema]).filter(isObject);
}

/** The objects whose fields are listed after a field: those it may be, or those that its items may be. */
function objectsBelow(schema: JsonSchema): { suffix: '.' | '[].'; objects: readonly JsonSchema[] } {
  const own = objectsOf(schema);
  return own.length > 0
    ? { suffix: '.', objects: own }
    : { suffix: '[].', objects: objectsOf(asSchema(schema.items)) };
}

/** What tells a variant from the others: its members with one possible value. */
function labelOf(variant: JsonSchema): string {
  return membersOf(variant)
    .filter(({ schema }) => schema.const !== undefined)
    .map(({ name, schema }) => `${name} ${JSON.stringify(schema.const)}`)
    .join(', ');
}

/** What a value means: what its schema says, or where it may be null as well, the schema of what else it may be. */
function descriptionOf({ description, anyOf = [] }: JsonSchema): string | undefined {
  const [only, ...more] = anyOf.filter(({ type }) => type !== 'null');
  return description ?? (more.length === 0 ? only?.description : undefined);
}

function meaningOf(path: string, schema: JsonSchema): string | undefined {
  const [relation, parent] = path.split('.').reverse();
  return (
    descriptionOf(schema) ?? (parent === '_links' && relation ? relations[relation] : undefined)
  );
}

/** Lists the fields of an object; those of variants inside it go to `groups`. */
function fieldsOf(
  object: JsonSchema,
  prefix: string,
  within: boolean,
  groups: FieldGroup[],
): readonly Field[] {
  return membersOf(object).flatMap(({ name, schema, required }) => {
    const path = prefix + name;
    const field = { path, schema, required: required && within, meaning: meaningOf(path, schema) };
    const { suffix, objects } = objectsBelow(schema);
    const [only, ...more] = objects;
    if (!only || referenced(schema)) return [field];
    if (more.length > 0) {
      groups.push(...variants(objects, path + suffix, field.required));
      return [field];
    }
    const below = fieldsOf(only, path + suffix, field.required, groups);
    return schema.description || suffix === '[].' ? [field, ...below] : below;
  });
}

function variants(objects: readonly JsonSchema[], prefix: string, within: boolean): FieldGroup[] {
  return objects.flatMap((object) => {
    const nested: FieldGroup[] = [];
    const fields = fieldsOf(object, prefix, within, nested);
    return [{ heading: `With ${labelOf(object)}`, fields }, ...nested];
  });
}

/** All fields of a body in the order of their declaration, nested ones after the member that contains them. */
export function fieldGroups(body: JsonSchema): readonly FieldGroup[] {
  const [only, ...more] = objectsOf(body);
  if (!only || more.length > 0) return variants(objectsOf(body), '', true);
  const nested: FieldGroup[] = [];
  const fields = fieldsOf(only, '', true, nested);
  return [{ fields }, ...nested];
}

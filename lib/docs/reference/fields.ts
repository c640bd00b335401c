import {
  getRefName,
  type JsonSchema,
  listProperties,
  type SchemaProperty,
  toSchema,
} from './json-schema.ts';

/** A field, by its path in the body, e.g. `_embedded.device[].model`. */
export interface DocumentedField {
  path: string;
  schema: JsonSchema;
  required: boolean;
  description: string | undefined;
}

/** The fields of a body, or those of one variant under a heading that identifies it. */
export interface FieldGroup {
  heading?: string;
  fields: readonly DocumentedField[];
}

/**
 * Lists the fields of a body in the order of their declaration. Nested fields follow their parent.
 */
export function listFieldGroups(body: JsonSchema): readonly FieldGroup[] {
  const objects = listObjects(body);
  const [only, ...more] = objects;
  const all: Parent = { prefix: '', required: true };
  if (!only || more.length > 0) return listVariants(objects, all);
  const { fields, variants } = listFields(only, all);
  return [{ fields }, ...variants];
}

/** The object that contains a field. */
interface Parent {
  /** What the paths of its fields start with. */
  prefix: string;
  required: boolean;
}

/** The fields of an object, and the groups of the variants inside it. */
interface ListedFields {
  fields: readonly DocumentedField[];
  variants: readonly FieldGroup[];
}

function listFields(object: JsonSchema, parent: Parent): ListedFields {
  const fields: DocumentedField[] = [];
  const variants: FieldGroup[] = [];
  for (const property of listProperties(object)) {
    const listed = listWithNested(toField(property, parent));
    fields.push(...listed.fields);
    variants.push(...listed.variants);
  }
  return { fields, variants };
}

function toField(
  { name, schema, required }: SchemaProperty,
  parent: Parent,
): DocumentedField {
  const path = parent.prefix + name;
  return {
    path,
    schema,
    required: required && parent.required,
    description: describeField(path, schema),
  };
}

/**
 * Lists a field with its nested fields. A plain object without a description is not listed itself.
 */
function listWithNested(field: DocumentedField): ListedFields {
  const { path, schema, required } = field;
  const { suffix, objects } = findNestedObjects(schema);
  const [only, ...more] = objects;
  const nested: Parent = { prefix: path + suffix, required };
  if (!only || getRefName(schema)) {
    return { fields: [field], variants: [] };
  }
  if (more.length > 0) {
    return { fields: [field], variants: listVariants(objects, nested) };
  }
  const { fields, variants } = listFields(only, nested);
  const isListed = schema.description !== undefined || suffix === '[].';
  return { fields: isListed ? [field, ...fields] : fields, variants };
}

function listVariants(objects: readonly JsonSchema[], parent: Parent): FieldGroup[] {
  return objects.flatMap((object) => {
    const { fields, variants } = listFields(object, parent);
    return [{ heading: `With ${labelVariant(object)}`, fields }, ...variants];
  });
}

/** Identifies a variant by its constant members. */
function labelVariant(variant: JsonSchema): string {
  const labels: string[] = [];
  for (const { name, schema } of listProperties(variant)) {
    const value = schema.const;
    if (value !== undefined) labels.push(`${name} ${JSON.stringify(value)}`);
  }
  return labels.join(', ');
}

/** Lists the objects that a schema accepts. */
function listObjects(schema: JsonSchema): readonly JsonSchema[] {
  const alternatives = schema.anyOf ?? schema.oneOf ?? [schema];
  return alternatives.filter(({ properties }) => properties !== undefined);
}

/** Finds the objects below a field: its own alternatives, or those of its items. */
function findNestedObjects(schema: JsonSchema): {
  suffix: '.' | '[].';
  objects: readonly JsonSchema[];
} {
  const objects = listObjects(schema);
  if (objects.length > 0) return { suffix: '.', objects };
  return { suffix: '[].', objects: listObjects(toSchema(schema.items)) };
}

/** Descriptions of the links that every resource has. */
const linkDescriptions: Readonly<Record<string, string>> = {
  self: 'A link to itself.',
  next: 'The next page. Absent on the last page.',
  prev: 'The previous page. Absent on the first page.',
  documentation: 'Its documentation.',
};

function describeField(path: string, schema: JsonSchema): string | undefined {
  const [name = '', parent] = path.split('.').reverse();
  const fallback = parent === '_links' ? linkDescriptions[name] : undefined;
  return getDescription(schema) ?? fallback;
}

/** Returns the description of a schema or, if it is nullable, of its only alternative to null. */
function getDescription({ description, anyOf = [] }: JsonSchema): string | undefined {
  if (description !== undefined) return description;
  const alternatives = anyOf.filter(({ type }) => type !== 'null');
  return alternatives.length === 1 ? alternatives[0]?.description : undefined;
}

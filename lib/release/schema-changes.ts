type LowerBound = 'minLength' | 'minItems' | 'minimum';
type UpperBound = 'maxLength' | 'maxItems' | 'maximum';

/** A JSON schema without references, with the members that our documents use. */
export interface ComparedSchema extends Partial<Record<LowerBound | UpperBound, number>> {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, ComparedSchema>>;
  additionalProperties?: ComparedSchema | boolean;
  items?: ComparedSchema;
  anyOf?: readonly ComparedSchema[];
  oneOf?: readonly ComparedSchema[];
}

export type Sender = 'client' | 'service';

const lowerBounds: readonly LowerBound[] = ['minLength', 'minItems', 'minimum'];
const upperBounds: readonly UpperBound[] = ['maxLength', 'maxItems', 'maximum'];

/** Both versions of a schema, and who sends its values. */
interface SchemaPair {
  before: ComparedSchema;
  after: ComparedSchema;
  sender: Sender;
}

/** Returns the schema of what is sent, and the schema that its receiver expects. */
function toRoles({ before, after, sender }: SchemaPair) {
  const [sent, expected] = sender === 'client' ? [before, after] : [after, before];
  return { sent, expected };
}

/** Lists the alternatives of a schema, each of one type. */
function listAlternatives({ anyOf, oneOf, ...own }: ComparedSchema): ComparedSchema[] {
  const nested = anyOf ?? oneOf;
  if (nested) return nested.flatMap(listAlternatives);
  return Array.isArray(own.type) ? own.type.map((type) => ({ ...own, type })) : [own];
}

/**
 * Finds the changes of a schema after which a client may fail: one that sends what was valid
 * before, or reads what the service sends now. Each names its place, as in `items[].name is gone`.
 */
export function findSchemaChanges(pair: SchemaPair, place = ''): string[] {
  const { sender } = pair;
  const { sent, expected } = toRoles(pair);
  const all = listAlternatives(expected);
  return listAlternatives(sent).flatMap((one) => {
    const ofType = all.filter(({ type }) => type === one.type);
    const candidates = (ofType.length > 0 ? ofType : all).map((other) => {
      const [before, after] = sender === 'client' ? [one, other] : [other, one];
      const compared = { before, after, sender };
      return [...compareValues(compared, place), ...compareMembers(compared, place)];
    });
    // The candidate that fits best is the other version of the alternative.
    return candidates.toSorted((a, b) => a.length - b.length)[0] ?? [];
  });
}

function compareValues(pair: SchemaPair, place: string): string[] {
  const { sent, expected } = toRoles(pair);
  const isNumber = sent.type === 'integer' && expected.type === 'number';
  if (expected.type !== undefined && expected.type !== sent.type && !isNumber)
    return [`${place} is ${pair.after.type} instead of ${pair.before.type}`];

  const texts = (['pattern', 'format'] as const).filter(
    (name) => expected[name] !== undefined && expected[name] !== sent[name],
  );
  const lower = lowerBounds.filter((name) => {
    const least = name === 'minimum' ? -Infinity : 0;
    return (expected[name] ?? least) > (sent[name] ?? least);
  });
  // Clients need not know how long the texts and lists are that they get.
  const upper = upperBounds.filter((name) => {
    const isNarrower = (expected[name] ?? Infinity) < (sent[name] ?? Infinity);
    return pair.sender === 'client' && isNarrower;
  });
  const changed = [...texts, ...lower, ...upper].map(
    (name) => `${place}: ${name} changed`,
  );
  return hasOtherValues(sent, expected)
    ? [...changed, `${place}: values changed`]
    : changed;
}

/** Returns whether a value can be sent that is not in the list of those that are expected. */
function hasOtherValues(sent: ComparedSchema, expected: ComparedSchema): boolean {
  const listValues = (schema: ComparedSchema) =>
    schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  const allowed = sent.type === 'null' ? undefined : listValues(expected);
  const values = listValues(sent)?.filter((value) => value !== null);
  return (
    allowed !== undefined && values?.every((item) => allowed.includes(item)) !== true
  );
}

function compareMembers({ before, after, sender }: SchemaPair, place: string): string[] {
  const { sent, expected } = toRoles({ before, after, sender });
  const toPlace = (name: string) => (place === '' ? name : `${place}.${name}`);
  const missing = expected.required?.filter((name) => !sent.required?.includes(name));
  const verb = sender === 'client' ? 'is required' : 'is not always present';
  const changed = Object.entries(before.properties ?? {}).flatMap(([name, member]) => {
    const found = after.properties?.[name];
    if (!found) return [`${toPlace(name)} is gone`];
    return findSchemaChanges({ before: member, after: found, sender }, toPlace(name));
  });
  const parts = [
    { before: before.items, after: after.items, suffix: '[]' },
    { before: toSchema(before), after: toSchema(after), suffix: '.*' },
  ];
  const nested = parts.flatMap(({ before: old, after: current, suffix }) => {
    if (!old && !current) return [];
    const pair = { before: old ?? {}, after: current ?? {}, sender };
    return findSchemaChanges(pair, `${place}${suffix}`);
  });
  const still = missing?.filter((name) => after.properties?.[name]) ?? [];
  const required = still.map((name) => `${toPlace(name)} ${verb}`);
  return [...required, ...changed, ...nested];
}

/** Returns the schema of members without a schema of their own. */
function toSchema({ additionalProperties }: ComparedSchema): ComparedSchema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

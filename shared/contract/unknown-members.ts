import type * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';

type Type = z.core.$ZodType;
type Members = Readonly<Record<string, unknown>>;

/** A member of a request that its schema does not have. */
export interface UnknownMember {
  /** The names and indexes that lead to it. */
  path: readonly string[];
  /** The schemas of the value that has it. */
  owners: readonly Type[];
}

/** The schemas of a value. A client may send what it has read, but only `written` is stored. */
interface Place {
  path: readonly string[];
  written: readonly Type[];
  read: readonly Type[];
}

/**
 * Lists the members of a value that neither its schema nor one of those in `read` has: what zod
 * drops without a word.
 */
export function listUnknownMembers(
  schema: Schema,
  value: unknown,
  read: readonly Schema[] = [],
): UnknownMember[] {
  const unknown: UnknownMember[] = [];
  visit({ path: [], written: [schema], read }, value, unknown);
  return unknown;
}

function visit(place: Place, value: unknown, unknown: UnknownMember[]): void {
  if (typeof value !== 'object' || value === null) return;
  const members = value as Members;
  const written = place.written.flatMap((schema) => unwrap(schema, members));
  // Every member is known, at any depth. The value may be a file, whose bytes count as members.
  if (written.some(hasEveryMember)) return;
  const read = place.read.flatMap((schema) => unwrap(schema, members));
  for (const [name, member] of Object.entries(members)) {
    const inner = {
      path: [...place.path, name],
      written: written.flatMap((schema) => getMember(schema, name)),
      read: read
        .flatMap((schema) => getMember(schema, name))
        .filter((schema) => isPossible(schema, member)),
    };
    if (inner.written.length + inner.read.length > 0) visit(inner, member, unknown);
    else unknown.push({ path: inner.path, owners: written });
  }
}

/** Returns what a schema is without what makes it optional, defers it or converts its value. */
function unwrap(schema: Type, value: Members): readonly Type[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return unwrap(def.innerType, value);
    case 'lazy':
      return unwrap(def.getter(), value);
    case 'pipe':
      return unwrap(def.out._zod.def.type === 'transform' ? def.in : def.out, value);
    case 'union': {
      const { discriminator } = def as Partial<z.core.$ZodDiscriminatedUnionDef>;
      const accepted = def.options.filter((option) =>
        accepts(option, discriminator, value),
      );
      // If none does, the error of the discriminator is enough.
      const options = accepted.length > 0 ? accepted : def.options;
      return options.flatMap((option) => unwrap(option, value));
    }
    default:
      return [schema];
  }
}

/** Returns whether a value has the discriminator of an option of a union, if that has one. */
function accepts(
  { _zod }: Type,
  discriminator: string | undefined,
  value: Members,
): boolean {
  if (discriminator === undefined) return true;
  const sent = value[discriminator] as z.core.util.Primitive;
  return _zod.propValues?.[discriminator]?.has(sent) === true;
}

/** Returns whether a schema has every member: one of no object and no list. */
function hasEveryMember({ _zod }: Type): boolean {
  return !['object', 'array', 'tuple'].includes(_zod.def.type);
}

/** Returns the schema of a member. A schema of no object or list has every member. */
function getMember(schema: Type, name: string): readonly Type[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const member = Object.hasOwn(def.shape, name) ? def.shape[name] : def.catchall;
      return member ? [member] : [];
    }
    case 'array':
      return [def.element];
    case 'tuple':
      return def.items.slice(0, 1);
    default:
      return [schema];
  }
}

/** Returns whether a schema can have a value. It is not asked but for a literal. */
function isPossible(schema: Type, value: unknown): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type !== 'literal' || def.values.some((literal) => literal === value);
}

/** Lists the names of the members of schemas, and of the objects in them, as in `food.name`. */
export function listMemberNames(schemas: readonly Type[], prefix = ''): string[] {
  const objects = schemas.flatMap((schema) => unwrap(schema, {}));
  return objects.flatMap((schema) => {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type !== 'object') return [];
    const members = Object.entries(def.shape);
    const inner = members.flatMap(([name, member]) =>
      listMemberNames([member], `${prefix}${name}.`),
    );
    return [...members.map(([name]) => prefix + name), ...inner];
  });
}

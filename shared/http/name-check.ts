import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Endpoint, Schema } from '../contract/endpoint.ts';
import {
  listMemberNames,
  listUnknownMembers,
  type UnknownMember,
} from '../contract/unknown-members.ts';
import type { Failures } from '../errors/errors.ts';
import { compact } from '../runtime/compact.ts';
import { readJson, type UncheckedPart } from './body.ts';
import type { HeaderReader } from './headers.ts';
import { findNearestName } from './nearest-name.ts';
import { listRepeatedMembers } from './repeated-members.ts';

/** The most names of which a response tells, and the length at which each is cut. */
const limits = { names: 10, characters: 64 } as const;

/** The parts of a request that have names. */
export interface NamedParts {
  query: UncheckedPart | undefined;
  body: UncheckedPart | undefined;
  params: Readonly<Record<string, string>>;
  event: APIGatewayProxyEvent;
  header: HeaderReader;
}

/**
 * A member that is not stored: one that the endpoint does not know, or an earlier one of a name.
 */
type IgnoredMember = Pick<UnknownMember, 'path'> & Partial<UnknownMember>;

/** What a response tells about the names of its request that the endpoint does not know. */
export interface CheckedNames {
  headers: Readonly<Record<string, string>>;
  /** How many names are unknown. */
  ignored: number;
  /** Why the request is refused. Empty unless it prefers that. */
  failures: Failures;
}

/** Checks the names of a request to an endpoint. */
export type NameCheck = (parts: NamedParts) => CheckedNames;

const nothingToTell: CheckedNames = { headers: {}, ignored: 0, failures: {} };

/** The schema of a part that the endpoint does not read. */
const NoMembers = z.object({});

/** Creates the check of the names in the requests to an endpoint. */
export function createNameCheck({ request, responses }: Endpoint): NameCheck {
  const hasJson = request?.json !== undefined || request?.jsonFor !== undefined;

  /** Lists the schemas of what a client has read and may write back. */
  function listRead(params: NamedParts['params']): readonly Schema[] {
    const precise = request?.representationFor?.(params);
    if (precise) return [precise];
    const bodies = Object.values(responses).map(({ body }) => body);
    return bodies.filter((body): body is Schema => typeof body === 'object');
  }

  function listParameters({ query, event }: NamedParts): readonly UnknownMember[] {
    const { schema = NoMembers, value = event.multiValueQueryStringParameters } =
      query ?? {};
    return listUnknownMembers(schema, value);
  }

  function listMembers({ body, event, params }: NamedParts): readonly IgnoredMember[] {
    const { schema, value, sent = value, texts } = body ?? parseUndeclared(event);
    const others = listUnknownMembers(schema, sent);
    // Most requests have no other members, and need no schema of a response.
    const unknown =
      others.length === 0 ? others : listUnknownMembers(schema, sent, listRead(params));
    const whole = { path: [], text: event.body ?? '', value };
    const repeated = (texts ?? (hasJson ? [whole] : [])).flatMap(listRepeatedMembers);
    if (repeated.length === 0) return unknown;
    const members = [...repeated.map((path) => ({ path })), ...unknown];
    const byPointer = new Map(members.map((member) => [toPointer(member.path), member]));
    return [...byPointer.values()];
  }

  return (parts) => {
    const { event, header } = parts;
    const parameters = event.multiValueQueryStringParameters ? listParameters(parts) : [];
    const members = event.body ? listMembers(parts) : [];
    const prefer = header('prefer');
    if (parameters.length + members.length + prefer.length === 0) return nothingToTell;
    const isStrict = prefersStrict(prefer.join());
    return {
      headers: compact({
        'Ignored-Parameters': toListField(parameters.map(({ path }) => path.join())),
        'Ignored-Members': toListField(members.map(({ path }) => toPointer(path))),
        'Preference-Applied': isStrict ? 'handling=strict' : undefined,
      }),
      ignored: parameters.length + members.length,
      failures: isStrict ? refuse([...parameters, ...members]) : {},
    };
  };
}

/** Returns the body of a request to an endpoint that reads none, if it is JSON. */
function parseUndeclared({ body }: APIGatewayProxyEvent): UncheckedPart {
  const parsed = readJson(body ?? '');
  return { schema: NoMembers, value: 'value' in parsed ? parsed.value : undefined };
}

/**
 * Returns whether a Prefer header asks for strict handling (RFC 7240 section 4.4). Of several
 * preferences about it, the first counts, and a quoted value can contain anything.
 */
function prefersStrict(prefer: string): boolean {
  const names = prefer.replaceAll(/"([^"]*)"/g, (_, text) =>
    /^\w+$/.test(text) ? text : 'x',
  );
  const [, value] = /(?:^|,)\s*handling\s*=\s*(\w+)/i.exec(names) ?? [];
  return value?.toLowerCase() === 'strict';
}

/** Returns the JSON pointer (RFC 6901) of a member. */
function toPointer(path: readonly string[]): string {
  const escaped = path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `/${escaped.join('/')}`;
}

/**
 * Returns a list of names as a structured field (RFC 9651): strings, then the number of those that
 * are left out. Returns undefined without names.
 */
function toListField(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const items = names.slice(0, limits.names).map(toItem);
  const more = names.length - items.length;
  return [...items, ...(more > 0 ? [more] : [])].join(', ');
}

const printableAscii = /^[ -~]*$/;

/** Returns a name as a string, or as a display string if it has other characters than ASCII. */
function toItem(name: string): string {
  if (printableAscii.test(name)) {
    const cut = name.slice(0, limits.characters);
    return `"${cut.replaceAll(/["\\]/g, '\\$&')}"`;
  }
  let encoded = '';
  for (const character of name.toWellFormed()) {
    const next = encoded + encodeCharacter(character);
    if (next.length > limits.characters) break;
    encoded = next;
  }
  return `%"${encoded}"`;
}

function encodeCharacter(character: string): string {
  if (/[ !#$&-~]/.test(character)) return character;
  return Buffer.from(character).toString('hex').replaceAll(/../g, '%$&');
}

/** Returns the problem of each name, as the errors of validation name it. */
function refuse(ignored: readonly IgnoredMember[]): Failures {
  const shown = ignored.slice(0, limits.names).map(({ path, owners }) => {
    const problem = owners
      ? `is unknown${suggest(path.at(-1) ?? '', listMemberNames(owners))}`
      : 'must not be repeated';
    return [path.join('.').slice(0, limits.characters), [problem]] as const;
  });
  const more = ignored.length - shown.length;
  const others = more > 0 ? { __all__: [`has ${more} more unknown names`] } : {};
  return { ...Object.fromEntries(shown), ...others };
}

/** Names the known name that was meant or, if none is near, some that are known. */
function suggest(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = findNearestName(name, known);
  return nearest === undefined
    ? `; known are ${known.slice(0, limits.names).join(', ')}`
    : `; the nearest known name is ${nearest}`;
}

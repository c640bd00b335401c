import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';
import { invalidUtf8Value } from '../contract/schema.ts';

type ParameterValue = string | typeof invalidUtf8Value;
type ParameterPair = readonly [name: string, value: ParameterValue];

/** Parameters by name. A repeated parameter is a list, which text schemas reject. */
export type Parameters = Readonly<Record<string, ParameterValue | readonly string[]>>;

/** Groups name and value pairs by name. */
export function groupParameters(pairs: Iterable<ParameterPair>): Parameters {
  const pairsByName = [...Map.groupBy(pairs, ([name]) => name)];
  const parameters = pairsByName.map(([name, sent]) => {
    const values = sent.map(([, value]) => value);
    return [name, mergeValues(values)];
  });
  return Object.fromEntries(parameters);
}

/** Returns a single value itself, several as a list, or `invalidUtf8Value` if one is not UTF-8. */
function mergeValues(sent: readonly ParameterValue[]): Parameters[string] {
  const texts = sent.filter((value) => value !== invalidUtf8Value);
  if (texts.length < sent.length) return invalidUtf8Value;
  const [first = '', ...others] = texts;
  return others.length > 0 ? texts : first;
}

/** Some clients number the values of a list: `fields[0]` and `fields[][0]` are `fields[]`. */
const listIndex = /(?:\[\])?\[\d+\]$/;

/**
 * API Gateway decodes the query string and replaces bytes that are not UTF-8 with this character.
 */
const replacementCharacter = '\ufffd';

type EventQuery = Readonly<Record<string, string[] | undefined>> | null;

/**
 * Yields the parameters of an event's query string. A value that is not UTF-8 becomes
 * `invalidUtf8Value`.
 */
export function* parseQueryPairs(query: EventQuery): Generator<ParameterPair> {
  for (const [sentName, values = []] of Object.entries(query ?? {})) {
    const name = sentName.replace(listIndex, '[]');
    for (const value of values) {
      yield [name, value.includes(replacementCharacter) ? invalidUtf8Value : value];
    }
  }
}

/**
 * Returns the query string of parsed parameters. A value that was not UTF-8 becomes the replacement
 * character, so that the next request rejects it as well.
 */
export function toQueryString(parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, sent] of Object.entries(parameters)) {
    for (const value of [sent].flat()) {
      query.append(
        name,
        value === invalidUtf8Value ? replacementCharacter : String(value),
      );
    }
  }
  return query.toString();
}

/**
 * Yields the parameters of a form. Skips names that are not UTF-8, because no endpoint knows them.
 */
export function* parseFormPairs(form: string): Generator<ParameterPair> {
  for (const pair of form.replaceAll('+', ' ').split('&')) {
    const [encodedName = '', ...encodedValue] = pair.split('=');
    const name = decode(encodedName);
    if (name !== invalidUtf8Value) yield [name, decode(encodedValue.join('='))];
  }
}

function decode(encoded: string): ParameterValue {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return invalidUtf8Value;
  }
}

type PathParameters = Readonly<Record<string, string>>;

/** Returns the parameters in the path of a request. */
export function readPathParameters({
  pathParameters,
}: APIGatewayProxyEvent): PathParameters {
  return (pathParameters ?? {}) as PathParameters;
}

/** Returns the version in the path of a request, or undefined if the path has no such version. */
export function findApiVersion(
  { versions }: Pick<Endpoint, 'versions'>,
  { resource, pathParameters }: APIGatewayProxyEvent,
): Endpoint['versions'][number] | undefined {
  // A route without a version has its prefix in the path, as in `/.well-known/...`.
  const [, prefix = ''] = resource.split('/');
  const requested = pathParameters?.version ?? prefix;
  return versions.find((served) => served === requested);
}

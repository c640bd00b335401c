import type { ApiMethod, ApiRoute } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';

/** The route and the method of a request. */
export interface RouteMatch {
  route: ApiRoute;
  method: ApiMethod;
  /** Decoded. Null if the route has no parameters. */
  pathParameters: Record<string, string> | null;
}

/** Finds the route and the method of a request. Throws a gateway error if no route matches. */
type MatchRoute = (httpMethod: string, path: string) => RouteMatch;

/** A parameter in the path of a route. */
interface PathParameter {
  name: string;
  /** The index of the parameter's segment in the path. */
  index: number;
  /** Whether the parameter is greedy: its value is the rest of the path. */
  takesRest: boolean;
}

/** A route with the segments of its path, e.g. `['{version}', 'device']`. */
interface RoutePattern {
  route: ApiRoute;
  segments: readonly string[];
  parameters: readonly PathParameter[];
}

/** Returns whether a segment is a greedy parameter, e.g. `{path+}`, which takes all that follow. */
function isGreedy(segment: string): boolean {
  return segment.endsWith('+}');
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Splits a path, ignoring a trailing slash and repeated leading slashes. */
function splitPath(path: string): string[] {
  const withoutLeading = path.replace(/^\/+/, '');
  const trimmed = withoutLeading.replace(/\/$/, '');
  return trimmed.split('/');
}

function listParameters(segments: readonly string[]): PathParameter[] {
  const parameters: PathParameter[] = [];

  for (const [index, segment] of segments.entries()) {
    if (!isParameter(segment)) continue;
    const name = segment.replace(/[{+}]/g, '');
    parameters.push({ name, index, takesRest: isGreedy(segment) });
  }

  return parameters;
}

function toPattern(route: ApiRoute): RoutePattern {
  const segments = splitPath(route.path);
  return { route, segments, parameters: listParameters(segments) };
}

function rankSegment(segment: string): number {
  if (isGreedy(segment)) return 2;
  return isParameter(segment) ? 1 : 0;
}

/** Returns one digit for each segment. The ranks of patterns are compared as strings. */
function rankPattern({ segments }: RoutePattern): string {
  return segments.map(rankSegment).join('');
}

/** Sorts specific patterns first: literals before parameters before greedy parameters. */
function comparePatterns(left: RoutePattern, right: RoutePattern): number {
  return rankPattern(left).localeCompare(rankPattern(right));
}

function matchesSegment(
  patternSegment: string,
  pathSegment: string | undefined,
): boolean {
  if (isParameter(patternSegment)) return pathSegment !== '';
  return patternSegment === pathSegment;
}

function matchesSegments(
  pattern: readonly string[],
  segments: readonly string[],
): boolean {
  return pattern.every((patternSegment, index) =>
    matchesSegment(patternSegment, segments[index]),
  );
}

function matchesPattern(pattern: RoutePattern, segments: readonly string[]): boolean {
  const { length } = pattern.segments;
  // API Gateway allows a greedy parameter only as the last segment.
  const lastParameter = pattern.parameters.at(-1);
  if (!lastParameter?.takesRest)
    return length === segments.length && matchesSegments(pattern.segments, segments);

  const hasGreedyPart = segments.length >= length;
  return hasGreedyPart && matchesSegments(pattern.segments.slice(0, -1), segments);
}

function findMethod({ methods }: ApiRoute, httpMethod: string): ApiMethod | undefined {
  return methods.get(httpMethod) ?? methods.get('ANY');
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw createGatewayError('DEFAULT_4XX');
  }
}

function readPathParameters(
  { parameters }: RoutePattern,
  segments: readonly string[],
): Record<string, string> | null {
  if (parameters.length === 0) return null;

  const values = parameters.map(({ name, index, takesRest }) => {
    const value = takesRest ? segments.slice(index).join('/') : segments[index];
    return [name, decode(value ?? '')] as const;
  });
  return Object.fromEntries(values);
}

/**
 * Creates the matcher of an API. The most specific route wins. An unknown path or method is an
 * error of the type `MISSING_AUTHENTICATION_TOKEN`, as in API Gateway.
 */
export function createRouteMatcher(routes: readonly ApiRoute[]): MatchRoute {
  const patterns = routes.map(toPattern);
  patterns.sort(comparePatterns);

  return (httpMethod, path) => {
    const segments = splitPath(path);
    const pattern = patterns.find((candidate) => matchesPattern(candidate, segments));
    if (!pattern) throw createGatewayError('MISSING_AUTHENTICATION_TOKEN');

    const { route } = pattern;
    const method = findMethod(route, httpMethod);
    if (!method) throw createGatewayError('MISSING_AUTHENTICATION_TOKEN');

    return {
      route,
      method,
      pathParameters: readPathParameters(pattern, segments),
    };
  };
}

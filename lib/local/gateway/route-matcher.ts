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
export type MatchRoute = (httpMethod: string, path: string) => RouteMatch;

/** A route with the segments of its path, e.g. `['{version}', 'device']`. */
interface RoutePattern {
  route: ApiRoute;
  segments: readonly string[];
}

/** The methods that `ANY` stands for. */
const anyMethods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

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

function toPattern(route: ApiRoute): RoutePattern {
  return { route, segments: splitPath(route.path) };
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

function matchesPattern(
  pattern: readonly string[],
  segments: readonly string[],
): boolean {
  const greedyIndex = pattern.findIndex(isGreedy);
  if (greedyIndex < 0)
    return pattern.length === segments.length && matchesSegments(pattern, segments);

  const hasGreedyPart = segments.length > greedyIndex;
  return hasGreedyPart && matchesSegments(pattern.slice(0, greedyIndex), segments);
}

function findMethod({ methods }: ApiRoute, httpMethod: string): ApiMethod | undefined {
  const exact = methods.get(httpMethod);
  if (exact) return exact;
  return anyMethods.includes(httpMethod) ? methods.get('ANY') : undefined;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw createGatewayError('DEFAULT_4XX');
  }
}

function readPathParameters(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  const parameters = new Map<string, string>();

  for (const [index, patternSegment] of pattern.entries()) {
    if (!isParameter(patternSegment)) continue;

    const name = patternSegment.replace(/[{+}]/g, '');
    const end = isGreedy(patternSegment) ? undefined : index + 1;
    const value = segments.slice(index, end).join('/');
    parameters.set(name, decode(value));
  }

  return parameters.size > 0 ? Object.fromEntries(parameters) : null;
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
    const pattern = patterns.find((candidate) =>
      matchesPattern(candidate.segments, segments),
    );
    if (!pattern) throw createGatewayError('MISSING_AUTHENTICATION_TOKEN');

    const { route } = pattern;
    const method = findMethod(route, httpMethod);
    if (!method) throw createGatewayError('MISSING_AUTHENTICATION_TOKEN');

    return {
      route,
      method,
      pathParameters: readPathParameters(pattern.segments, segments),
    };
  };
}

import type { ApiMethod, ApiRoute } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';

/** A route that fits a path, with the values of its parameters as they stand in the path. */
export interface RouteMatch {
  route: ApiRoute;
  method: ApiMethod;
  /** Decoded; null where the route has none. */
  pathParameters: Record<string, string> | null;
}

/** Finds the route and method of a request. Throws a refusal where there is none. */
export type MatchRoute = (httpMethod: string, path: string) => RouteMatch;

/** What `ANY` stands for. */
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

const isGreedy = (segment: string) => segment.endsWith('+}');
const isParameter = (segment: string) => segment.startsWith('{');

/** A slash at the end means nothing, and neither does a second one at the beginning. */
function splitPath(path: string): string[] {
  return path.replace(/^\/+/, '').replace(/\/$/, '').split('/');
}

/** Sorts before others what names more: a literal, then a parameter, then a greedy parameter. */
function rank(segments: readonly string[]): string {
  return segments.map((segment) => (isGreedy(segment) ? 2 : isParameter(segment) ? 1 : 0)).join('');
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  const greedy = pattern.findIndex(isGreedy);
  if (greedy < 0 ? pattern.length !== segments.length : segments.length <= greedy) return false;
  const fixed = greedy < 0 ? pattern : pattern.slice(0, greedy);
  return fixed.every((part, index) =>
    isParameter(part) ? segments[index] !== '' : part === segments[index],
  );
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
  const values = pattern.flatMap((part, index) => {
    if (!isParameter(part)) return [];
    const value = isGreedy(part) ? segments.slice(index).join('/') : (segments[index] ?? '');
    return [[part.replace(/[{+}]/g, ''), decode(value)] as const];
  });
  return values.length > 0 ? Object.fromEntries(values) : null;
}

/** Makes the matcher of an API: the most specific route wins, and a path without a route has no token to be missed. */
export function createRouteMatcher(routes: readonly ApiRoute[]): MatchRoute {
  const patterns = routes
    .map((route) => ({ route, pattern: splitPath(route.path) }))
    .sort((a, b) => rank(a.pattern).localeCompare(rank(b.pattern)));
  return (httpMethod, path) => {
    const segments = splitPath(path);
    const found = patterns.find(({ pattern }) => fits(pattern, segments));
    const { methods: known } = found?.route ?? {};
    const method =
      known?.get(httpMethod) ?? (methods.includes(httpMethod) ? known?.get('ANY') : undefined);
    if (!found || !method) throw createGatewayError('MISSING_AUTHENTICATION_TOKEN');
    return {
      route: found.route,
      method,
      pathParameters: readPathParameters(found.pattern, segments),
    };
  };
}

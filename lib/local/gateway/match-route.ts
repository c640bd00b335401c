import type { Method, Route } from './api.ts';
import { refusal } from './refusal.ts';

/** A route that fits a path, with the values of its parameters as they stand in the path. */
export interface Match {
  route: Route;
  method: Method;
  /** Decoded; null where the route has none. */
  pathParameters: Record<string, string> | null;
}

/** Finds the route and method of a request. Throws a refusal where there is none. */
export type MatchRoute = (httpMethod: string, path: string) => Match;

/** What `ANY` stands for. */
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

const isGreedy = (segment: string) => segment.endsWith('+}');
const isParameter = (segment: string) => segment.startsWith('{');

/** A slash at the end means nothing, and neither does a second one at the beginning. */
function segmentsOf(path: string): string[] {
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
    throw refusal('DEFAULT_4XX');
  }
}

function parametersOf(
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
export function createMatcher(routes: readonly Route[]): MatchRoute {
  const patterns = routes
    .map((route) => ({ route, pattern: segmentsOf(route.path) }))
    .sort((a, b) => rank(a.pattern).localeCompare(rank(b.pattern)));
  return (httpMethod, path) => {
    const segments = segmentsOf(path);
    const found = patterns.find(({ pattern }) => fits(pattern, segments));
    const { methods: known } = found?.route ?? {};
    const method =
      known?.get(httpMethod) ?? (methods.includes(httpMethod) ? known?.get('ANY') : undefined);
    if (!found || !method) throw refusal('MISSING_AUTHENTICATION_TOKEN');
    return { route: found.route, method, pathParameters: parametersOf(found.pattern, segments) };
  };
}

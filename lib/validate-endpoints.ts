import {
  type Endpoint,
  type Host,
  listHosts,
  type PathPrefix,
} from '#shared/contract/endpoint.ts';
import { defaultTimeout } from '#shared/contract/function.ts';
import { scopes } from '#shared/contract/scopes.ts';
import type { EndpointEntry } from './definitions.ts';
import { anonymizePath, parameterPattern } from './path-parameters.ts';
import { findMissingReads, findUnlimitedLists } from './validate-collections.ts';

/** In the paths of RFC 8615, `.well-known` takes the place of the version. */
const versionsByHost: Readonly<Record<Host, readonly PathPrefix[]>> = {
  main: ['v7.0', 'v7.1', '.well-known'],
  auth: ['v7.0', 'v7.1'],
  diary: ['v2'],
};

/** A member that every endpoint must have. */
interface RequiredMember {
  name: keyof Endpoint;
  isValid: (value: unknown) => boolean;
  expected: string;
}

const isOneOf =
  (...values: readonly string[]) =>
  (value: unknown) =>
    values.some((allowed) => allowed === value);

const requiredMembers: readonly RequiredMember[] = [
  {
    name: 'host',
    isValid: isOneOf(...Object.keys(versionsByHost)),
    expected: 'main, auth or diary',
  },
  {
    name: 'method',
    isValid: isOneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    expected: 'GET, POST, PUT, PATCH or DELETE',
  },
  {
    name: 'path',
    isValid: (value) => typeof value === 'string' && value.startsWith('/'),
    expected: 'a path that begins with a slash',
  },
  {
    name: 'versions',
    isValid: (value) => Array.isArray(value) && value.length > 0,
    expected: 'a list of versions',
  },
  {
    name: 'summary',
    isValid: (value) => typeof value === 'string' && value !== '',
    expected: 'a sentence',
  },
  {
    name: 'auth',
    isValid: isOneOf('public', 'client', 'user'),
    expected: 'public, client or user',
  },
  {
    name: 'responses',
    isValid: (value) => typeof value === 'object' && value !== null,
    expected: 'an object of responses by status',
  },
];

/** A rule about several members of an endpoint, and the problem if it does not hold. */
interface EndpointRule {
  holds: (endpoint: Endpoint) => boolean;
  problem: (endpoint: Endpoint) => string;
}

const methodsWithoutBody: readonly string[] = ['GET', 'DELETE'];

function listBodies({ request: { json, form, multipart } = {} }: Endpoint) {
  return [json, form, multipart].filter(Boolean);
}

function declaresStore({ stores }: Endpoint): boolean {
  const { table = [], originals = [], encryption } = stores ?? {};
  return table.length > 0 || originals.length > 0 || encryption !== undefined;
}

/** Returns whether the path is one of the diary, of `.well-known` or of a JSON file. */
function canLackTrailingSlash({ path, host, versions }: Endpoint): boolean {
  return host === 'diary' || versions.includes('.well-known') || path.endsWith('.json');
}

const rules: readonly EndpointRule[] = [
  {
    holds: (endpoint) => endpoint.path.endsWith('/') || canLackTrailingSlash(endpoint),
    problem: ({ path }) => `the path ${path} must end with a slash`,
  },
  {
    holds: ({ host, versions }) =>
      versions.every((version) => versionsByHost[host].includes(version)),
    problem: ({ host }) =>
      `the ${host} host has the versions ${versionsByHost[host].join(', ')}`,
  },
  {
    holds: ({ responses }) => Object.keys(responses).length > 0,
    problem: () => 'no response is declared',
  },
  {
    holds: (endpoint) =>
      !methodsWithoutBody.includes(endpoint.method) || listBodies(endpoint).length === 0,
    problem: ({ method }) => `a ${method} has no body`,
  },
  {
    holds: (endpoint) => listBodies(endpoint).length <= 1,
    problem: () => 'a body is JSON, a form or a multipart form, not several of them',
  },
  {
    holds: ({ responses, cacheSeconds }) =>
      (cacheSeconds !== undefined) === (responses[304] !== undefined),
    problem: () => 'cacheSeconds and the response 304 go together',
  },
  {
    holds: ({ method, cacheSeconds }) => cacheSeconds === undefined || method === 'GET',
    problem: () => 'cacheSeconds is for a GET',
  },
  {
    holds: ({ timeout = defaultTimeout }) => timeout >= 1 && timeout <= 29,
    problem: () =>
      'timeout must be 1 to 29 seconds, because API Gateway waits at most 29',
  },
  {
    holds: ({ auth, scope }) => (auth === 'public') === (scope === undefined),
    problem: () =>
      'scope is required, except for a public endpoint, which must not have one',
  },
  {
    holds: ({ scope }) =>
      scope === undefined || scope === 'any' || scopes.includes(scope),
    problem: () => `scope must be any or one of ${scopes.join(', ')}`,
  },
  {
    holds: (endpoint) => endpoint.storeCalls === undefined || declaresStore(endpoint),
    problem: () => 'store calls are declared, but no store',
  },
];

/** Returns the problems of an endpoint: its invalid members or, if there are none, broken rules. */
function validateEndpoint(endpoint: Endpoint | null | undefined): string[] {
  if (typeof endpoint !== 'object' || endpoint === null) {
    return ['endpoint.ts must have defineEndpoint({ ... }) as its default export'];
  }
  const invalid = requiredMembers.filter(({ name, isValid }) => !isValid(endpoint[name]));
  if (invalid.length > 0)
    return invalid.map(({ name, expected }) => `${name} must be ${expected}`);
  const broken = rules.filter(({ holds }) => !holds(endpoint));
  return broken.map(({ problem }) => problem(endpoint));
}

/**
 * Returns the problems of endpoints, one sentence each, with the folder. The values come from
 * files, so their types are not assumed.
 */
export function validateEndpoints(entries: readonly EndpointEntry[]): string[] {
  const problems = entries.flatMap(({ id, endpoint }) =>
    validateEndpoint(endpoint).map((problem) => `functions/${id}: ${problem}`),
  );
  if (problems.length > 0) return problems;
  return [
    ...findSharedRoutes(entries),
    ...findParameterConflicts(entries),
    ...findMissingReads(entries),
    ...findUnlimitedLists(entries),
  ];
}

/** Returns the routes of an endpoint, one for each host. */
function listRoutes({ id, endpoint }: EndpointEntry): { id: string; route: string }[] {
  const { method, path } = endpoint;
  const route = `${method} ${anonymizePath(path)}`;
  return listHosts(endpoint).map((host) => ({ id, route: `${host} ${route}` }));
}

/** Returns a problem for each route that several endpoints have. */
function findSharedRoutes(entries: readonly EndpointEntry[]): string[] {
  const served = entries.flatMap(listRoutes);
  const byRoute = Map.groupBy(served, ({ route }) => route);
  return [...byRoute].flatMap(([route, sharing]) => {
    if (sharing.length === 1) return [];
    const folders = sharing.map(({ id }) => `functions/${id}`).join(' and ');
    return [`${folders} both serve ${route}`];
  });
}

/** A path parameter of an endpoint. */
interface ParameterUse {
  id: string;
  name: string;
  /** The host and the path up to the parameter, without names. */
  position: string;
}

function listParameters({ id, endpoint }: EndpointEntry): ParameterUse[] {
  const { path } = endpoint;
  const matches = [...path.matchAll(parameterPattern)];
  return listHosts(endpoint).flatMap((host) =>
    matches.map(({ 0: name, index }) => {
      const parent = anonymizePath(path.slice(0, index));
      return { id, name, position: `${host} ${parent}{}` };
    }),
  );
}

/**
 * Returns a problem for each path parameter with several names, because API Gateway allows one name
 * for each position.
 */
function findParameterConflicts(entries: readonly EndpointEntry[]): string[] {
  const byPosition = Map.groupBy(
    entries.flatMap(listParameters),
    ({ position }) => position,
  );
  return [...byPosition].flatMap(([position, uses]) => {
    const idByName = new Map(uses.map(({ id, name }) => [name, id]));
    if (idByName.size === 1) return [];
    const sentences = [...idByName].map(
      ([name, id]) => `functions/${id} calls it ${name}`,
    );
    return [
      `the last parameter of ${position} has several names: ${sentences.join(', ')}`,
    ];
  });
}

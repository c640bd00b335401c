import * as z from 'zod/mini';
import {
  type Endpoint,
  type Host,
  listHosts,
  type PathPrefix,
  rootPrefix,
} from '#shared/contract/endpoint.ts';
import { defaultTimeout } from '#shared/contract/function.ts';
import type { EndpointEntry } from './endpoints.ts';
import {
  type DefinitionRule,
  findBrokenRules,
  findShared,
  summaryRule,
} from './validate-definitions.ts';

/** In the paths of RFC 8615, `.well-known` takes the place of the version. */
const versionsByHost: Readonly<Record<Host, readonly PathPrefix[]>> = {
  main: ['v7.0', 'v7.1', '.well-known'],
  auth: ['v7.0', 'v7.1', '.well-known'],
  diary: ['v2', '.well-known'],
  mcp: [rootPrefix, '.well-known'],
};

const methodsWithoutBody: readonly string[] = ['GET', 'DELETE'];

function listBodies({ request: { json, form, multipart } = {} }: Endpoint) {
  return [json, form, multipart].filter(Boolean);
}

function declaresStore({ stores }: Endpoint): boolean {
  const { table = [], originals = [], imports = [], encryption } = stores ?? {};
  const { pushes = [], signingKeys = [] } = stores ?? {};
  const operations = [...table, ...originals, ...imports, ...pushes, ...signingKeys];
  return operations.length > 0 || encryption !== undefined;
}

/** Returns whether the path is one of the diary, of `.well-known` or of a JSON file. */
function canLackTrailingSlash({ path, host, versions }: Endpoint): boolean {
  return host === 'diary' || versions.includes('.well-known') || path.endsWith('.json');
}

/** Removes the names of path parameters: `/thing/{id}/` becomes `/thing/{}/`. */
function anonymizePath(path: string): string {
  return path.replace(/\{[^}]+\}/g, '{}');
}

/** Returns whether an endpoint responds with a collection. */
function isCollection({ responses }: Endpoint): boolean {
  return listMembers(responses[200]?.body).includes('total_count');
}

/** Returns whether an endpoint responds with a collection that it reads from the table. */
function listsTable(endpoint: Endpoint): boolean {
  return isCollection(endpoint) && endpoint.stores?.table?.includes('query') === true;
}

/** Returns whether an endpoint takes the parameters of a page. */
function isPaged({ request }: Endpoint): boolean {
  const parameters = listMembers(request?.query);
  return ['limit', 'offset'].every((name) => parameters.includes(name));
}

/** Lists the members of the objects of a schema. The list is empty if it has no objects. */
function listMembers(schema: unknown): string[] {
  if (schema instanceof z.ZodMiniLazy) return listMembers(schema._zod.def.getter());
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
}

const rules: readonly DefinitionRule<Endpoint>[] = [
  summaryRule,
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
    problem: 'no response is declared',
  },
  {
    holds: (endpoint) =>
      !methodsWithoutBody.includes(endpoint.method) || listBodies(endpoint).length === 0,
    problem: ({ method }) => `a ${method} has no body`,
  },
  {
    holds: (endpoint) => listBodies(endpoint).length <= 1,
    problem: 'a body is JSON, a form or a multipart form, not several of them',
  },
  {
    holds: ({ responses, cacheSeconds }) =>
      (cacheSeconds !== undefined) === (responses[304] !== undefined),
    problem: 'cacheSeconds and the response 304 go together',
  },
  {
    holds: ({ method, cacheSeconds }) => cacheSeconds === undefined || method === 'GET',
    problem: 'cacheSeconds is for a GET',
  },
  {
    holds: ({ timeout = defaultTimeout }) => timeout >= 1 && timeout <= 29,
    problem: 'timeout must be 1 to 29 seconds, because API Gateway waits at most 29',
  },
  {
    holds: ({ auth, scope }) => (auth === 'public') === (scope === undefined),
    problem: 'scope is required, except for a public endpoint, which must not have one',
  },
  {
    holds: (endpoint) => endpoint.storeCalls === undefined || declaresStore(endpoint),
    problem: 'store calls are declared, but no store',
  },
  {
    holds: (endpoint) => endpoint.maxItems !== undefined || !listsTable(endpoint),
    problem: 'a list of the table needs maxItems, which its store must enforce',
  },
  {
    holds: (endpoint) => isPaged(endpoint) || !isCollection(endpoint),
    problem: 'a collection takes limit and offset',
  },
];

/** Returns the problems of endpoints, one sentence each, with the folder. */
export function validateEndpoints(entries: readonly EndpointEntry[]): string[] {
  const files = Map.groupBy(entries, ({ id, functionId }) =>
    id === functionId ? 'endpoint.ts' : 'endpoints.ts',
  );
  const problems = [...files].flatMap(([file, group]) => {
    const values = new Map(group.map(({ id, endpoint }) => [id, endpoint]));
    return findBrokenRules(file, values, rules);
  });
  if (problems.length > 0) return problems;
  return findShared(entries.flatMap(listRoutes), ({ route }) => `serve ${route}`);
}

/** Returns the routes of an endpoint, one for each host. */
function listRoutes({ id, endpoint }: EndpointEntry): { id: string; route: string }[] {
  const { method, path } = endpoint;
  const route = `${method} ${anonymizePath(path)}`;
  return listHosts(endpoint).map((host) => ({ id, route: `${host} ${route}` }));
}

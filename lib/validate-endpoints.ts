import type { Endpoint, Host, Version } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from './definitions.ts';

const versionsOf: Record<Host, readonly Version[]> = {
  main: ['v7.0', 'v7.1', '.well-known'],
  auth: ['v7.0', 'v7.1'],
  diary: ['v2'],
};

type Holds = (value: unknown) => boolean;

const isOneOf =
  (...values: readonly string[]): Holds =>
  (value) =>
    values.some((one) => one === value);

/** The members that no endpoint can do without, and what each is. */
const essentials: readonly [keyof Endpoint, Holds, string][] = [
  ['host', isOneOf(...Object.keys(versionsOf)), 'main, auth or diary'],
  ['method', isOneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), 'GET, POST, PUT, PATCH or DELETE'],
  [
    'path',
    (value) => typeof value === 'string' && value.startsWith('/'),
    'a path that begins with a slash',
  ],
  ['versions', (value) => Array.isArray(value) && value.length > 0, 'a list of versions'],
  ['summary', (value) => typeof value === 'string' && value !== '', 'a sentence'],
  ['auth', isOneOf('public', 'client', 'user'), 'public, client or user'],
  [
    'responses',
    (value) => typeof value === 'object' && value !== null,
    'an object of responses by status',
  ],
];

const bodyless: readonly string[] = ['GET', 'DELETE'];

/** The rules of an endpoint value, each with what is wrong where it does not hold. */
const rules: readonly [(endpoint: Endpoint) => boolean, (endpoint: Endpoint) => string][] = [
  [
    ({ path, host, versions }) =>
      host === 'diary' || versions.includes('.well-known') || path.endsWith('/'),
    ({ path }) => `the path ${path} must end with a slash`,
  ],
  [
    ({ host, versions }) => versions.every((version) => versionsOf[host].includes(version)),
    ({ host }) => `the ${host} host has the versions ${versionsOf[host].join(', ')} only`,
  ],
  [({ responses }) => Object.keys(responses).length > 0, () => 'no response is declared'],
  [
    ({ method, request }) =>
      !(bodyless.includes(method) && (request?.json ?? request?.form ?? request?.multipart)),
    ({ method }) => `a ${method} has no body`,
  ],
  [
    ({ request: { json, form, multipart } = {} }) =>
      [json, form, multipart].filter(Boolean).length <= 1,
    () => 'a body is JSON, a form or a multipart form, not several of them',
  ],
  [
    ({ method, responses, cacheSeconds }) =>
      (cacheSeconds !== undefined) === (responses[304] !== undefined) &&
      (cacheSeconds === undefined || method === 'GET'),
    () => 'cacheSeconds and the response 304 go together, on a GET',
  ],
  [
    ({ timeout = 10 }) => timeout >= 1 && timeout <= 29,
    () => 'the gateway waits 29 seconds at most',
  ],
  [
    ({ stores, storeCalls }) =>
      !storeCalls || (stores?.table?.length ?? stores?.objects?.length ?? 0) > 0,
    () => 'store calls are declared, but no store',
  ],
];

/** What is wrong with an endpoint value: with its members, or else with what they say together. */
function faultsOf(endpoint: Endpoint | null | undefined): string[] {
  if (typeof endpoint !== 'object' || endpoint === null)
    return ['endpoint.ts must have defineEndpoint({ ... }) as its default export'];
  const unfit = essentials.filter(([name, holds]) => !holds(endpoint[name]));
  return unfit.length > 0
    ? unfit.map(([name, , what]) => `${name} must be ${what}`)
    : rules.filter(([holds]) => !holds(endpoint)).map(([, say]) => say(endpoint));
}

/**
 * What is wrong with a catalogue, one sentence a fault, each naming its folder. Of the endpoints nothing is taken for
 * granted, as they were loaded from files.
 */
export function validateEndpoints(entries: readonly EndpointEntry[]): string[] {
  const complaints = entries.flatMap(({ id, endpoint }) =>
    faultsOf(endpoint).map((fault) => `functions/${id}: ${fault}`),
  );
  return complaints.length > 0 ? complaints : [...doubled(entries), ...renamed(entries)];
}

const parameter = /\{[^}]+\}/g;
const withoutNames = (path: string) => path.replace(parameter, '{}');

function doubled(entries: readonly EndpointEntry[]): string[] {
  const routes = Map.groupBy(
    entries,
    ({ endpoint: { host, method, path } }) => `${host} ${method} ${withoutNames(path)}`,
  );
  return [...routes]
    .filter(([, sharing]) => sharing.length > 1)
    .map(
      ([route, sharing]) =>
        `${sharing.map(({ id }) => `functions/${id}`).join(' and ')} both serve ${route}`,
    );
}

/** API Gateway takes one name alone for the parameter at one place, whatever stands behind it. */
function renamed(entries: readonly EndpointEntry[]): string[] {
  const named = entries.flatMap(({ id, endpoint: { host, path } }) =>
    [...path.matchAll(parameter)].map(({ 0: name, index }) => ({
      name,
      call: `functions/${id} calls it ${name}`,
      place: `${host} ${withoutNames(path.slice(0, index))}{}`,
    })),
  );
  return [...Map.groupBy(named, ({ place }) => place)]
    .map(
      ([place, sharing]) =>
        [place, new Map(sharing.map(({ name, call }) => [name, call]))] as const,
    )
    .filter(([, calls]) => calls.size > 1)
    .map(
      ([place, calls]) =>
        `the last parameter of ${place} has several names: ${[...calls.values()].join(', ')}`,
    );
}

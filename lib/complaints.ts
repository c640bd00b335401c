import type { Endpoint, Host, Version } from '../shared/contract/endpoint.ts';
import type { CatalogueEntry } from './catalogue.ts';

const versionsOf: Record<Host, readonly Version[]> = {
  main: ['v7.0', 'v7.1', '.well-known'],
  auth: ['v7.0', 'v7.1'],
  diary: ['v2'],
};

const bodyless: readonly string[] = ['GET', 'DELETE'];

/** The rules of an endpoint value, each with what is wrong where it does not hold. */
const rules: readonly [(endpoint: Endpoint) => boolean, (endpoint: Endpoint) => string][] = [
  [
    ({ path, host, versions }) => host === 'diary' || versions.includes('.well-known') || path.endsWith('/'),
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
    ({ request: { json, form, multipart } = {} }) => [json, form, multipart].filter(Boolean).length <= 1,
    () => 'a body is JSON, a form or a multipart form, not several of them',
  ],
  [
    ({ method, responses, cacheSeconds }) =>
      (cacheSeconds !== undefined) === (responses[304] !== undefined) &&
      (cacheSeconds === undefined || method === 'GET'),
    () => 'cacheSeconds and the response 304 go together, on a GET',
  ],
  [({ timeout = 10 }) => timeout >= 1 && timeout <= 29, () => 'the gateway waits 29 seconds at most'],
  [
    ({ stores, storeCalls }) => !storeCalls || (stores?.table?.length ?? stores?.objects?.length ?? 0) > 0,
    () => 'store calls are declared, but no store',
  ],
];

/** What is wrong with a catalogue, one sentence a fault, each naming its folder. */
export function complaintsAbout(entries: readonly CatalogueEntry[]): string[] {
  const broken = entries.flatMap(({ id, endpoint }) =>
    rules.filter(([holds]) => !holds(endpoint)).map(([, say]) => `functions/${id}: ${say(endpoint)}`),
  );
  return [...broken, ...doubled(entries)];
}

function doubled(entries: readonly CatalogueEntry[]): string[] {
  const routes = Map.groupBy(
    entries,
    ({ endpoint: { host, method, path } }) => `${host} ${method} ${path.replace(/\{[^}]+\}/g, '{}')}`,
  );
  return [...routes]
    .filter(([, sharing]) => sharing.length > 1)
    .map(
      ([route, sharing]) => `${sharing.map(({ id }) => `functions/${id}`).join(' and ')} both serve ${route}`,
    );
}

import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { slot } from '../../shared/pages/slots.ts';
import type { CompleteExample } from './examples.ts';
import { confirmsCaller } from './parameters.ts';
import { prettyJson } from './pretty-json.ts';

/** A text as one word of a shell. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function urlOf({ host, path }: Endpoint, { params, query = {} }: CompleteExample, version: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${slot(host)}/${version}${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`;
}

function bodyOf({ request }: Endpoint, { body }: CompleteExample): string[] {
  if (request?.json) {
    return ["-H 'Content-Type: application/json'", `-d ${quote(prettyJson(body))}`];
  }
  return request?.form
    ? Object.entries(body ?? {}).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`)
    : [];
}

/** The example as a command that a shell can run, given `ACCESS_TOKEN`, and for the diary `CLIENT_ID` and `USER_ID`. */
export function curl(endpoint: Endpoint, example: CompleteExample, version: string): string {
  const { method, caller } = endpoint;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(urlOf(endpoint, example, version))}`,
    ...(caller === 'none' ? [] : ['-H "Authorization: Bearer $ACCESS_TOKEN"']),
    ...(confirmsCaller(endpoint) ? ['-H "svc-client-id: $CLIENT_ID"', '-H "svc-user-id: $USER_ID"'] : []),
    ...bodyOf(endpoint, example),
  ].join(' \\\n  ');
}

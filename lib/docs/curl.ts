import stringify from 'json-stringify-pretty-compact';
import type { Endpoint, RequestDeclaration } from '#shared/contract/endpoint.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import type { CompleteExample } from './examples.ts';
import { confirmsCaller } from './parameters.ts';

/** A text as one word of a shell. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function urlOf(
  { host, path }: Endpoint,
  { params, query = {} }: CompleteExample,
  version: string,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  const search = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `${placeholder(host)}/${version}${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`;
}

/** How a part of a multipart form is given: a picture as a file, anything else as it is. */
function partOf(
  [name, value]: [string, unknown],
  parts: NonNullable<RequestDeclaration['multipart']>,
): string {
  const part = parts[name];
  return part && 'picture' in part
    ? `-F ${name}=@picture.jpg`
    : `-F ${quote(`${name}=${stringify(value)};type=application/json`)}`;
}

function bodyWords({ request }: Endpoint, { body }: CompleteExample): string[] {
  const { json, form, multipart } = request ?? {};
  const members = Object.entries(body ?? {});
  if (json) return ["-H 'Content-Type: application/json'", `-d ${quote(stringify(body))}`];
  if (form) return members.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
  return multipart ? members.map((member) => partOf(member, multipart)) : [];
}

/** The example as a command that a shell can run, given `ACCESS_TOKEN`, and for the diary `CLIENT_ID` and `USER_ID`. */
export function curl(endpoint: Endpoint, example: CompleteExample, version: string): string {
  const { method, auth } = endpoint;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(urlOf(endpoint, example, version))}`,
    ...(auth === 'public' ? [] : ['-H "Authorization: Bearer $ACCESS_TOKEN"']),
    ...(confirmsCaller(endpoint)
      ? ['-H "svc-client-id: $CLIENT_ID"', '-H "svc-user-id: $USER_ID"']
      : []),
    ...bodyWords(endpoint, example),
  ].join(' \\\n  ');
}

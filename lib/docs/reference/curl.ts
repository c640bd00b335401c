import stringify from 'json-stringify-pretty-compact';
import type { Endpoint, MultipartDeclaration } from '#shared/contract/endpoint.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import type { CompleteExample } from './examples.ts';
import { needsIdentityHeaders } from './parameters.ts';

/**
 * Renders an example as a curl command. The shell must define `ACCESS_TOKEN` and, for the diary,
 * `CLIENT_ID` and `USER_ID`.
 */
export function renderCurl(
  endpoint: Endpoint,
  example: CompleteExample,
  version: string,
): string {
  const { method } = endpoint;
  const url = quote(buildUrl(endpoint, example, version));
  const command = method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`;
  const headers = listHeaders(endpoint).map((header) => `-H "${header}"`);
  return [command, ...headers, ...listBodyArguments(endpoint, example)].join(' \\\n  ');
}

/** Quotes a text for a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function buildUrl(
  { host, path }: Endpoint,
  { params, query = {} }: CompleteExample,
  version: string,
): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  const url = `${placeholder(host)}/${version}${filledPath}`;
  const pairs = Object.entries(query).map(encodePair);
  return pairs.length > 0 ? `${url}?${pairs.join('&')}` : url;
}

function encodePair([name, value]: [string, string]): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

function listHeaders(endpoint: Endpoint): string[] {
  const headers: string[] = [];
  if (endpoint.auth !== 'public') headers.push('Authorization: Bearer $ACCESS_TOKEN');
  if (needsIdentityHeaders(endpoint)) {
    headers.push('svc-client-id: $CLIENT_ID', 'svc-user-id: $USER_ID');
  }
  return headers;
}

function listBodyArguments({ request }: Endpoint, { body }: CompleteExample): string[] {
  const { json, form, multipart } = request ?? {};
  const members = Object.entries(body ?? {});
  if (json) {
    const data = quote(stringify(body));
    return ["-H 'Content-Type: application/json'", `-d ${data}`];
  }
  if (form) {
    const fields = members.map(([name, value]) => quote(`${name}=${value}`));
    return fields.map((field) => `--data-urlencode ${field}`);
  }
  if (multipart) {
    return members.map(([name, value]) => renderPart(name, value, multipart));
  }
  return [];
}

/** Renders a part of a multipart form: an image as a file, anything else as JSON. */
function renderPart(name: string, value: unknown, parts: MultipartDeclaration): string {
  const part = parts[name];
  if (part && 'imageFile' in part) return `-F ${name}=@image.jpg`;
  const json = `${name}=${stringify(value)};type=application/json`;
  return `-F ${quote(json)}`;
}

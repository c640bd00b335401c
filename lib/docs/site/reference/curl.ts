import stringify from 'json-stringify-pretty-compact';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import type { CompleteExample } from '../../reference/examples.ts';
import { listParameters, needsIdentityHeaders } from '../../reference/request.ts';

/** Formats JSON for a narrow column. */
export function formatJson(value: unknown): string {
  return stringify(value, { maxLength: 64 });
}

/** Formats the request of an example as a command of curl, with the address of the service. */
export function formatCurl(endpoint: Endpoint, example: CompleteExample): string {
  const { method, host } = endpoint;
  const url = `${placeholder(host)}${buildTarget(endpoint, example)}`;
  const isDefault = method === 'GET' || (method === 'POST' && example.body !== undefined);
  const request = isDefault ? `curl ${quote(url)}` : `curl -X ${method} ${quote(url)}`;
  const options = [...listHeaders(endpoint), ...listBodyOptions(endpoint, example)];
  return [request, ...options].join(' \\\n  ');
}

/** Returns the newest version or the prefix under which an endpoint exists. */
export function getNewestPrefix({ versions }: Endpoint): string {
  return versions.at(-1) ?? versions[0];
}

function buildTarget(
  endpoint: Endpoint,
  { params, query = {} }: CompleteExample,
): string {
  const path = endpoint.path.replaceAll(
    /\{(\w+)\}/g,
    (whole, name) => params[name] ?? whole,
  );
  const search = new URLSearchParams(query).toString();
  return `/${getNewestPrefix(endpoint)}${path}${search === '' ? '' : `?${search}`}`;
}

function listHeaders(endpoint: Endpoint): string[] {
  const { auth, request } = endpoint;
  const headers = auth === 'public' ? [] : ['-H "Authorization: Bearer $ACCESS_TOKEN"'];
  if (needsIdentityHeaders(endpoint)) {
    headers.push('-H "svc-client-id: $CLIENT_ID"', '-H "svc-user-id: $USER_ID"');
  }
  const isCreation = listParameters(endpoint).some(
    ({ name }) => name === 'Idempotency-Key',
  );
  if (isCreation) headers.push('-H "Idempotency-Key: $(uuidgen)"');
  if (request?.json) headers.push("-H 'Content-Type: application/json'");
  return headers;
}

function listBodyOptions({ request }: Endpoint, { body }: CompleteExample): string[] {
  if (body === undefined) return [];
  if (!request?.form && !request?.multipart) return [`-d ${quote(formatJson(body))}`];

  const fields = Object.entries(body as Readonly<Record<string, unknown>>);
  return fields.flatMap(([name, value]) => {
    if (request.form) return `-d ${quote(`${name}=${value}`)}`;
    const part = request.multipart?.[name];
    if (part && 'text' in part) return `-F ${quote(`${name}=${value}`)}`;
    if (Array.isArray(value))
      return value.map((file) => `-F ${quote(`${name}=@${file}`)}`);
    if (typeof value === 'string') return `-F ${quote(`${name}=@${value}`)}`;
    return `-F ${quote(`${name}=${JSON.stringify(value)};type=application/json`)}`;
  });
}

/** Quotes an argument for a shell. */
function quote(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

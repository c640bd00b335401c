import type { Endpoint, MultipartDeclaration } from '#shared/contract/endpoint.ts';
import type { CompleteExample } from '../../docs/reference/examples.ts';
import { needsIdentityHeaders } from '../../docs/reference/request.ts';
import type { HeaderLines, IncomingRequest } from '../../local/http/message.ts';
import { sampleImage } from '../../sample-image.ts';
import type { Caller } from './context.ts';

/** Where a request is sent: the host of an API, and a version of the endpoint. */
export interface RequestTarget {
  host: string;
  version: string;
}

/** Builds the request of an example, as the gateway receives it. */
export async function buildExampleRequest(
  endpoint: Endpoint,
  example: CompleteExample,
  { host, version }: RequestTarget,
  caller: Caller,
): Promise<IncomingRequest> {
  const content = new Response(buildBody(endpoint, example));
  const body = Buffer.from(await content.arrayBuffer());
  const headers: HeaderLines = [
    ['Accept', '*/*'],
    ['Host', host],
    ...listIdentityHeaders(endpoint, caller),
    ...listContentHeaders(content, body),
  ];
  const path = endpoint.path.replace(
    /\{(\w+)\}/g,
    (_, name) => example.params[name] ?? '',
  );
  return {
    method: endpoint.method,
    path: `/${version}${path}`,
    query: String(new URLSearchParams(example.query)),
    protocol: 'HTTP/1.1',
    headers,
    sourceIp: '127.0.0.1',
    scheme: 'https',
    port: 443,
    body,
  };
}

function listIdentityHeaders(
  endpoint: Endpoint,
  { user_id, client_id }: Caller,
): [string, string][] {
  if (!needsIdentityHeaders(endpoint)) return [];
  return [
    ['svc-client-id', client_id],
    ['svc-user-id', user_id],
  ];
}

function listContentHeaders({ headers }: Response, body: Buffer): [string, string][] {
  const contentType = headers.get('Content-Type');
  if (!contentType) return [];
  return [
    ['Content-Type', contentType],
    ['Content-Length', String(body.length)],
  ];
}

function buildBody(
  { request = {} }: Endpoint,
  { body }: CompleteExample,
): RequestInit['body'] {
  if (request.multipart) return buildForm(request.multipart, { ...(body as object) });
  if (request.form) return new URLSearchParams(body as Record<string, string>);
  return request.json ? buildJson(body) : undefined;
}

function buildForm(
  parts: MultipartDeclaration,
  values: Readonly<Record<string, unknown>>,
): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    const content =
      'imageFile' in part ? new Blob([sampleImage]) : buildJson(values[name]);
    form.append(name, content);
  }
  return form;
}

function buildJson(value: unknown): Blob {
  return new Blob([JSON.stringify(value)], { type: 'application/json' });
}

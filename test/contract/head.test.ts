import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newUserToken } from '#kit/fixtures.ts';
import type { Send, TestResponse } from '#kit/send.ts';
import type { EndpointEntry } from '#lib/definitions.ts';
import { getErrorShape } from '#shared/contract/endpoint.ts';
import { buildPath, unknownId } from './endpoint-path.ts';
import { endpoints, withIds } from './endpoint-requests.ts';
import { buildValidRequest } from './valid-requests.ts';

const reads = endpoints.filter(({ endpoint }) => endpoint.method === 'GET');

/** One read endpoint of each host, kind of token and shape of errors. */
const sample = [...Map.groupBy(reads, describeKind).values()].flatMap((entries) =>
  entries.slice(0, 1),
);

function describeKind({ endpoint }: EndpointEntry): string {
  return `${endpoint.host} ${endpoint.auth} ${getErrorShape(endpoint)}`;
}

let token: string;
beforeAll(async () => {
  token = await newUserToken();
});
const asOwner: Send = (method, path, options) =>
  call(method, path, { token, ...options });

/** Headers that differ between two equal requests. */
const variableHeaders = [
  'date',
  'x-amzn-requestid',
  'connection',
  'keep-alive',
  'set-cookie',
];

/** Describes a response by its status and headers. A secret in a redirect differs each time. */
function describeResponse({ status, headers }: TestResponse) {
  const lines = [...headers].filter(([name]) => !variableHeaders.includes(name));
  const withoutSecrets = lines.map(([name, value]) => [
    name,
    name === 'location' ? value.replace(/=[^&]*/g, '') : value,
  ]);
  return { status, headers: Object.fromEntries(withoutSecrets) };
}

describe.each(withIds(reads))('HEAD of %s', (_, entry) => {
  // The host compresses responses, alike for all endpoints of a kind.
  const encodings = sample.includes(entry) ? ['identity', 'gzip'] : ['identity'];
  const { host, versions } = entry.endpoint;

  it('has the status and headers of GET, and no body (M14)', async () => {
    const {
      item,
      query,
      headers,
      status: _,
      ...content
    } = await buildValidRequest(entry, asOwner);
    const search = new URLSearchParams(query);
    const path = `${buildPath(entry, versions[0], item)}?${search}`;
    for (const encoding of encodings) {
      const options = {
        ...content,
        host,
        token,
        headers: { ...headers, 'Accept-Encoding': encoding },
      };
      const get = await call('GET', path, options);
      const head = await call('HEAD', path, options);
      expect(head.text).toBe('');
      expect(describeResponse(head)).toEqual(describeResponse(get));
    }
  });

  it('has the status and headers of GET if the request is rejected (M14)', async () => {
    const path = buildPath(entry, versions[0], unknownId);
    const [get, head] = [
      await call('GET', path, { host }),
      await call('HEAD', path, { host }),
    ];
    expect(head.text).toBe('');
    expect(describeResponse(head)).toEqual(describeResponse(get));
  });
});

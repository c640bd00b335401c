import { describe, expect, it } from 'vitest';
import { callService } from '#kit/call.ts';
import type { TestResponse } from '#kit/send.ts';
import { buildPath, unknownId } from './endpoint-path.ts';
import {
  endpoints,
  newOwner,
  selectOneOfEachKind,
  withIds,
} from './endpoint-requests.ts';
import { buildValidRequest } from './valid-requests.ts';

// The tests of the template prove that HEAD of each endpoint leads to the same function as GET. The
// server of the service leaves out the body.
const reads = selectOneOfEachKind(
  endpoints.filter(({ endpoint }) => endpoint.method === 'GET'),
);

const { getToken, send: asOwner } = await newOwner(callService);

/** Headers that differ between two equal requests. */
const variableHeaders = [
  'date',
  'x-amzn-requestid',
  'connection',
  'keep-alive',
  'set-cookie',
  'ratelimit',
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

describe.each(withIds(reads))(
  'HEAD of %s, as of every endpoint of its kind,',
  (_, entry) => {
    const { host, versions } = entry.endpoint;

    it('has the status and headers of GET, and no body', async () => {
      const {
        item,
        query,
        headers,
        status: _,
        ...content
      } = await buildValidRequest(entry, asOwner);
      const search = new URLSearchParams(query);
      const path = `${buildPath(entry, versions[0], item)}?${search}`;
      for (const encoding of ['identity', 'gzip']) {
        const options = {
          ...content,
          host,
          token: getToken(entry),
          headers: { ...headers, 'Accept-Encoding': encoding },
        };
        const get = await callService('GET', path, options);
        const head = await callService('HEAD', path, options);
        expect(head.text).toBe('');
        expect(describeResponse(head)).toEqual(describeResponse(get));
      }
    });

    it('has the status and headers of GET if the request is rejected', async () => {
      const path = buildPath(entry, versions[0], unknownId);
      const [get, head] = [
        await callService('GET', path, { host }),
        await callService('HEAD', path, { host }),
      ];
      expect(head.text).toBe('');
      expect(describeResponse(head)).toEqual(describeResponse(get));
    });
  },
);

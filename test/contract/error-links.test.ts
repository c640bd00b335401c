import { beforeAll, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newUserToken } from '#kit/fixtures.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { errorShapeOf } from '#shared/contract/endpoint.ts';
import { listLinks } from './links.ts';

const withErrorLinks = (await discoverEndpoints()).filter(
  ({ endpoint }) => errorShapeOf(endpoint) === 'hal' && endpoint.auth !== 'public',
);

let token: string;
beforeAll(async () => {
  token = await newUserToken();
});

it.each(withErrorLinks.map(({ id, endpoint }) => [id, endpoint] as const))(
  '%s leads from its refusals to what can be read (M8)',
  async (_, { method, path, versions }) => {
    for (const version of versions) {
      const { status, body } = await call(
        method,
        `/${version}${path.replace('{id}', 'unknown')}?limit=x`,
        {
          token,
        },
      );
      // An item that does not exist has no address that could be read.
      if (status < 400 || (status !== 404 && path.includes('{'))) continue;
      for (const href of listLinks(body))
        expect((await call('GET', href, { token })).status, href).toBe(200);
    }
  },
);

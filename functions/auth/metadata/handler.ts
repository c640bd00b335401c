import {
  describeResource,
  resourceNames,
} from '#functions/auth/resource/protected-resource.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import endpoints from './endpoints.ts';
import { buildMetadata } from './metadata.ts';

/** Serves the metadata of the authorization server and of the hosts that accept tokens. */
export const handler = serveEach(endpoints, {
  server: serve(endpoints.server, {}, async ({ baseUrls, settings }) => ({
    status: 200,
    body: buildMetadata(baseUrls, settings),
  })),

  openid: serve(endpoints.openid, {}, async ({ baseUrls, settings }) => ({
    status: 200,
    body: buildMetadata(baseUrls, settings),
  })),

  resource: serve(endpoints.resource, {}, async ({ params, baseUrls, fail }) => {
    const known = resourceNames.find((name) => name === params.name);
    const requested = { kind: 'protected resource', id: params.name };
    const name = requireFound(known, requested, fail);
    return { status: 200, body: describeResource(name, baseUrls) };
  }),

  host: serve(endpoints.host, {}, async ({ host, baseUrls }) => {
    const name = resourceNames.find((known) => known === host) ?? endpoints.host.host;
    return { status: 200, body: describeResource(name, baseUrls) };
  }),
});

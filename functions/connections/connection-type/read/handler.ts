import { requireFound } from '#shared/http/handler.ts';
import { createNameCheck } from '#shared/http/name-check.ts';
import { serve } from '#shared/http/serve.ts';
import { findConnectionType } from '#shared/reference-data/connection-types.ts';
import { present } from '../remote-connection-type.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { names: createNameCheck }, async (request) => {
  const { params, links, fail } = request;
  const type = requireFound(
    findConnectionType(params.id),
    { kind: 'remote connection type', id: params.id },
    fail,
  );
  return { status: 200, body: present(type, links) };
});

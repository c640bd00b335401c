import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { findConnectionType } from '#shared/reference-data/connection-types.ts';
import { renderLogo } from '../render-logo.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, {}, async ({ params, fail }) => {
  const type = requireFound(
    findConnectionType(params.id),
    { kind: 'remote connection type', id: params.id },
    fail,
  );
  return { status: 200, body: renderLogo(type) };
});

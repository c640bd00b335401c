import { serve } from '#shared/http/serve.ts';
import { findRemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';
import { drawMark } from '../render-logo.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(defineEndpoint, {}, async ({ params, fail }) => {
  const type = findRemoteConnectionType(params.id);
  if (!type) throw fail('not_found', { kind: 'remote connection type', id: params.id });
  return { status: 200, body: drawMark(type) };
});

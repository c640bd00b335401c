import { requireFound } from '#shared/http/handler.ts';
import { createNameCheck } from '#shared/http/name-check.ts';
import { serve } from '#shared/http/serve.ts';
import { findActivityType } from '#shared/reference-data/activity-types.ts';
import { getTypesTag, present } from '../activity-type.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { names: createNameCheck }, async (request) => {
  const { params, version, links, baseUrls, fail } = request;
  const type = requireFound(
    findActivityType(params.id),
    { kind: 'activity type', id: params.id },
    fail,
  );
  const headers = { ETag: getTypesTag(version, baseUrls.cdn) };
  return { status: 200, headers, body: present(type, links, baseUrls.cdn) };
});

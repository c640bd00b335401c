import type { Links } from '#shared/hal/links.ts';
import { findRequestedPage, presentAll, presentPage } from '#shared/hal/paging.ts';
import { createNameCheck } from '#shared/http/name-check.ts';
import { serve } from '#shared/http/serve.ts';
import {
  type ActivityType,
  listActivityTypes,
} from '#shared/reference-data/activity-types.ts';
import { getTypesTag, present } from '../activity-type.ts';
import endpoint from './endpoint.ts';

const buildCollection = (links: Links, cdn: string) => ({
  resource: 'activity_type',
  name: 'activity_types' as const,
  present: (type: ActivityType) => present(type, links, cdn),
});

const presentActivityTypes = (links: Links, cdn: string) =>
  presentAll(listActivityTypes(), links, buildCollection(links, cdn));

/** The complete response by ETag. It never changes, so a warm function builds it once. */
const cache = new Map<string, ReturnType<typeof presentActivityTypes>>();

export const handler = serve(endpoint, { names: createNameCheck }, async (request) => {
  const { query, version, links, baseUrls } = request;
  const { cdn } = baseUrls;
  const page = findRequestedPage(query);
  const headers = { ETag: getTypesTag(version, cdn, page) };
  if (page) {
    const all = listActivityTypes();
    const body = presentPage(all, page, links, buildCollection(links, cdn));
    return { status: 200, headers, body };
  }
  const body = cache.get(headers.ETag) ?? presentActivityTypes(links, cdn);
  cache.set(headers.ETag, body);
  return { status: 200, headers, body };
});

import type { Links } from '#shared/hal/links.ts';
import { pageOf, paginate } from '#shared/hal/paging.ts';
import { serve } from '#shared/http/serve.ts';
import { activityTypes } from '#shared/reference-data/activity-types.ts';
import { present } from '../activity-type.ts';
import defineEndpoint from './endpoint.ts';

function presentAll(links: Links, cdn: string) {
  return {
    _links: {
      self: links.collection('activity_type'),
      documentation: links.documentation('activity_type'),
    },
    _embedded: { activity_types: activityTypes.map((type) => present(type, links, cdn)) },
    total_count: activityTypes.length,
  };
}

/** The whole catalogue under each version: made at the first request, answered to all others. */
const whole = new Map<string, ReturnType<typeof presentAll>>();

export const handler = serve(
  defineEndpoint,
  {},
  async ({ query, version, links, addresses: { cdn } }) => {
    const page = pageOf(query);
    if (page) {
      const { items, frame } = paginate(activityTypes, page, links, 'activity_type');
      const activity_types = items.map((type) => present(type, links, cdn));
      return { status: 200, body: { ...frame, _embedded: { activity_types } } };
    }
    const body = whole.get(version) ?? presentAll(links, cdn);
    whole.set(version, body);
    return { status: 200, body };
  },
);

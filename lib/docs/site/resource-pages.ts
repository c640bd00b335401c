import type { Host } from '#shared/contract/endpoint.ts';
import type { ApiReference } from '../reference/reference.ts';
import { getTag } from '../reference/resources.ts';

/** The page that documents a resource, and the anchor that the API reference shows first. */
interface ResourcePage {
  page: string;
  target: string;
}

/** Resources that a guide explains better than the reference. */
const guides: Readonly<Record<string, string>> = {
  'oauth-authorization-server': 'authorization',
  oauth2: 'authorization',
  diary: 'diary',
  docs: 'index',
};

/**
 * Lists the pages to which `documentation` links lead, by the name that their resource has in
 * paths.
 */
export function listResourcePages({
  resources,
}: ApiReference): Readonly<Record<string, ResourcePage>> {
  const pages: Record<string, ResourcePage> = {};
  for (const [resource, [first]] of resources) {
    const guide = guides[resource];
    if (guide !== undefined) pages[resource] = { page: guide, target: '' };
    else if (first) {
      const target = toTarget(first.endpoint.host, getTag(first.endpoint));
      pages[resource] = { page: 'reference', target };
    }
  }
  return pages;
}

/** Returns the anchor of a tag in the reference, as Scalar names it. */
function toTarget(host: Host, tag: string): string {
  return `#${host}/tag/${tag.replaceAll('_', '-')}`;
}

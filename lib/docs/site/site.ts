import type { Host } from '#shared/contract/endpoint.ts';
import { getTag } from '../reference/labels.ts';
import type { ApiReference } from '../reference/reference.ts';
import { renderGuidePage, renderGuides } from './guides.ts';
import type { SitePage } from './layout.ts';
import { renderReferencePage, renderSignedInPage } from './reference-page.ts';

/** The pages by name: the guides, of which `index` is the first, `reference` and `signed-in`. */
export type Site = Readonly<Record<string, SitePage>>;

/** Renders all pages of the documentation. */
export function renderSite(): Site {
  const guides = renderGuides();
  const pages = guides.map((guide) => [guide.name, renderGuidePage(guide, guides)]);
  return {
    reference: renderReferencePage(),
    'signed-in': renderSignedInPage(),
    ...Object.fromEntries(pages),
  };
}

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

import { renderGuidePage } from './guide-page.ts';
import { renderGuides } from './guides.ts';
import { renderReferencePage } from './reference-page.ts';
import { renderSignedInPage } from './signed-in-page.ts';

/** A page of the documentation with placeholders for base URLs, and its security policy. */
export interface SitePage {
  html: string;
  /** The Content-Security-Policy, which has placeholders, too. */
  policy: string;
}

/** The pages by name: the guides, of which `index` is the first, `reference` and `signed-in`. */
export type Site = Readonly<Record<string, SitePage>>;

/** Renders all pages of the documentation. */
export function renderSite(): Site {
  const guides = renderGuides();
  const pages: Record<string, SitePage> = {
    reference: renderReferencePage(),
    'signed-in': renderSignedInPage(),
  };
  for (const guide of guides) {
    pages[guide.name] = renderGuidePage(guide, guides);
  }
  return pages;
}

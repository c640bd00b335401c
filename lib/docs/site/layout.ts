import { type Html, html } from '#shared/html/html.ts';
import type { InlineAsset } from './assets.ts';
import { getPageUrl } from './urls.ts';

interface PageParts {
  title: string;
  /** The part of the site that the page belongs to. */
  part: 'guides' | 'reference';
  style: InlineAsset;
  body: Html;
  /** Scripts at the end of the body. */
  scripts: Html;
}

/** Renders a page of the documentation, with the header that all pages share. */
export function renderSitePage({ title, part, style, body, scripts }: PageParts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${{ html: style.text }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav class="top" aria-label="Documentation">
<a class="brand" href="${getPageUrl('index')}">Fitness data service</a>
${renderLink('Guides', 'getting-started', part === 'guides')}
${renderLink('Reference', 'reference', part === 'reference')}
</nav>
${body}
${scripts}
</body>
</html>
`.html;
}

function renderLink(text: string, page: string, isCurrent: boolean): Html {
  const attribute = isCurrent && { html: ' aria-current="true"' };
  return html`<a href="${getPageUrl(page)}"${attribute}>${text}</a>`;
}

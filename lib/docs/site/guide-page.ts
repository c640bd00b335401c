import { type Html, html } from '#shared/html/html.ts';
import { type InlineAsset, readAssets } from './assets.ts';
import type { Guide } from './guides.ts';
import { renderSitePage } from './layout.ts';
import type { SitePage } from './site.ts';
import { getPageUrl } from './urls.ts';

/** Renders the page of a guide, with the menu of all guides. */
export function renderGuidePage(guide: Guide, guides: readonly Guide[]): SitePage {
  const style = readAssets('site.css', 'guide.css');
  const script = readAssets('copy.js');
  const isIndex = guide.name === 'index';
  const page = renderSitePage({
    title: isIndex ? guide.title : `${guide.title} - Fitness data service`,
    part: 'guides',
    style,
    body: renderBody(guide, guides),
    scripts: html`<script>${{ html: script.text }}</script>`,
  });
  return { html: page, policy: buildPolicy(style, script) };
}

function renderBody(guide: Guide, guides: readonly Guide[]): Html {
  const items = guides.map((other) => renderMenuItem(other, other === guide));
  return html`<div class="columns">
<nav class="guides" aria-label="Guides">
<ul>
${items}</ul>
</nav>
<main id="content">
${{ html: guide.html }}
</main>
</div>`;
}

function renderMenuItem({ name, title, headings }: Guide, isCurrent: boolean): Html {
  const text = name === 'index' ? 'Overview' : title;
  const attribute = isCurrent && { html: ' aria-current="page"' };
  const link = html`<li><a href="${getPageUrl(name)}"${attribute}>${text}</a>`;
  if (!isCurrent || headings.length === 0) return html`${link}</li>\n`;
  const sections = headings.map(
    (heading) => html`<li><a href="#${heading.id}">${heading.text}</a></li>\n`,
  );
  return html`${link}
<ul class="within">
${sections}</ul>
</li>
`;
}

/** Builds the Content-Security-Policy of a guide, which loads nothing: all of it is in the page. */
function buildPolicy(style: InlineAsset, script: InlineAsset): string {
  return [
    "default-src 'none'",
    'img-src data:',
    `style-src ${style.digest}`,
    `script-src ${script.digest}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

import { html } from '#shared/html/html.ts';
import { readAssets } from './assets.ts';
import { renderSitePage } from './layout.ts';
import type { SitePage } from './site.ts';

/**
 * Renders the page to which a sign-in from the API reference redirects its window. The reference
 * reads the authorization code from the address and closes the window. The page loads nothing, so
 * that happens at once.
 */
export function renderSignedInPage(): SitePage {
  const style = readAssets('site.css', 'guide.css');
  const page = renderSitePage({
    title: 'Sign-in - Fitness data service',
    part: 'reference',
    style,
    body: html`<main id="content">
<h1>Return to the API reference</h1>
<p>This window closes by itself. If it stays open, close it.</p>
</main>`,
    scripts: html``,
  });
  return { html: page, policy: buildPolicy(style.digest) };
}

function buildPolicy(styleDigest: string): string {
  return [
    "default-src 'none'",
    'img-src data:',
    `style-src ${styleDigest}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

import { referenceClientId } from '#shared/auth/reference-client.ts';
import { html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { hostNames, hosts } from '../reference/labels.ts';
import { readAssets } from './assets.ts';
import { renderSitePage } from './layout.ts';
import type { SitePage } from './site.ts';
import { getPageUrl } from './urls.ts';

const cdn = placeholder('cdn');

/** The script of Scalar, which a function serves behind the CDN. */
const scalar = `${cdn}/docs/reference.js`;

/**
 * Renders the page of the interactive reference, which reads the OpenAPI documents of the service
 * in the browser. The placeholder `target` becomes the anchor that the page shows first.
 */
export function renderReferencePage(): SitePage {
  const style = readAssets('site.css', 'reference.css');
  const script = readAssets('name-controls.js', 'reference.js');
  const page = renderSitePage({
    title: 'API reference - Fitness data service',
    part: 'reference',
    style,
    body: html`<div id="content">
<noscript>The reference needs JavaScript. The <a href="${getPageUrl('index')}openapi.json">OpenAPI
documents</a> have the same content.</noscript>
<div id="reference"></div>
</div>`,
    scripts: html`<script type="application/json"
id="configuration">${{ html: buildConfiguration() }}</script>
<script src="${scalar}"></script>
<script>${{ html: script.text }}</script>`,
  });
  return { html: page, policy: buildPolicy(script.digest) };
}

function buildConfiguration(): string {
  const documents = hostNames.map((host) => ({
    slug: host,
    title: hosts[host].title,
    url: `${getPageUrl('index')}openapi/${host}.json`,
    default: host === 'main',
  }));
  const oauth = {
    client_id: referenceClientId,
    redirect_uri: getPageUrl('signed-in'),
  };
  return JSON.stringify({ documents, oauth, target: placeholder('target') });
}

/**
 * Builds the content security policy. It allows inline styles, because Scalar sets styles on
 * elements. Requests that a reader tries can go to the hosts of the service only.
 */
function buildPolicy(scriptDigest: string): string {
  const main = placeholder('main');
  const diary = placeholder('diary');
  return [
    "default-src 'none'",
    `script-src ${cdn} ${scriptDigest}`,
    "style-src 'unsafe-inline'",
    `img-src data: blob: ${cdn}`,
    'font-src data:',
    `connect-src 'self' ${main} ${diary}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

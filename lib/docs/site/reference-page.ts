import { referenceClientId } from '#functions/auth/client/client.ts';
import { html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { hostNames, hosts } from '../reference/labels.ts';
import { getPageUrl, readAssets, renderSitePage, type SitePage } from './layout.ts';

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
  return renderSitePage({
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
    loads: listLoads(script.digest),
  });
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
 * Lists what the reference can load. It allows inline styles, because Scalar sets styles on
 * elements. Requests that a reader tries can go to the hosts of the service only.
 */
function listLoads(scriptDigest: string): readonly string[] {
  const main = placeholder('main');
  const diary = placeholder('diary');
  return [
    `script-src ${cdn} ${scriptDigest}`,
    "style-src 'unsafe-inline'",
    `img-src data: blob: ${cdn}`,
    'font-src data:',
    `connect-src 'self' ${main} ${diary}`,
  ];
}

/**
 * Renders the page to which a sign-in from the API reference redirects its window. The reference
 * reads the authorization code from the address and closes the window. The page loads nothing, so
 * that happens at once.
 */
export function renderSignedInPage(): SitePage {
  const style = readAssets('site.css', 'guide.css');
  return renderSitePage({
    title: 'Sign-in - Fitness data service',
    part: 'reference',
    style,
    body: html`<main id="content">
<h1>Return to the API reference</h1>
<p>This window closes by itself. If it stays open, close it.</p>
</main>`,
    scripts: html``,
    loads: ['img-src data:', `style-src ${style.digest}`],
  });
}

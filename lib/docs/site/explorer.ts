import { referenceClientId } from '#functions/auth/client/client.ts';
import type { DocumentationPage } from '#functions/main/documentation/documentation.ts';
import { html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import {
  getPageUrl,
  pageStyles,
  readAssets,
  renderDocument,
  renderWithHeader,
  toInlineAsset,
} from '../page/layout.ts';
import { hostNames, hosts } from '../reference/labels.ts';
import { identityExample } from '../reference/request.ts';

const cdn = placeholder('cdn');

/** The script of Scalar, which a function serves behind the CDN. */
const scalar = `${cdn}/docs/reference.js`;

/**
 * Renders the interactive reference, which sends requests. It reads the OpenAPI documents of the
 * service in the browser. Scalar has styles of its own, so those of our pages end at its element.
 */
export function renderExplorer(): DocumentationPage {
  const rules = pageStyles.replaceAll(':root', ':scope');
  const styles = `@scope (html) to (#reference) {\n${rules}}\n`;
  const script = toInlineAsset(readAssets('name-controls.js', 'explorer.js'));
  return renderWithHeader({
    title: 'Try it - Fitness data service',
    part: 'explorer',
    style: toInlineAsset(styles + readAssets('explorer.css')),
    body: html`<div id="content">
<noscript><p>Sending requests from this page needs JavaScript. The
<a href="${getPageUrl('reference')}">reference</a> reads without it.</p></noscript>
<div id="reference"></div>
</div>`,
    scripts: html`<script type="application/json"
id="configuration">${{ html: buildConfiguration() }}</script>
<script src="${scalar}"></script>
<script>${{ html: script.text }}</script>
`,
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
  return JSON.stringify({ documents, oauth, identityExample });
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
 * Renders the page to which a sign-in from the interactive reference redirects its window. The
 * reference reads the authorization code from the address and closes the window.
 */
export function renderSignedInPage(): DocumentationPage {
  return renderDocument({
    name: 'signed-in',
    title: 'Signed in',
    part: 'explorer',
    content: html`<h1>Return to the API reference</h1>
<p>This window closes by itself. If it stays open, close it.</p>
`,
  });
}

import type { Host, Method } from '#shared/contract/endpoint.ts';
import { type Html, html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { listVersions } from '../../openapi/servers.ts';
import { getPageUrl } from '../../page/layout.ts';
import { renderCode, renderHeading, renderTableRegion } from '../../page/parts.ts';
import { gatewayErrors } from '../../reference/errors.ts';
import { hostNames, hosts } from '../../reference/labels.ts';
import { getNewestPrefix } from './curl.ts';
import { renderItem, renderItems } from './fields.ts';
import { getOperationAnchor, renderMethod } from './operation.ts';
import type { ResourcePage } from './resource-pages.ts';

/** Renders the start of the reference: what all operations share, and the list of all. */
export function renderOverview(pages: readonly ResourcePage[]): Html {
  const lists = hostNames.map((host) => renderHost(host, pages));
  return html`${renderHeading(1, 'reference', html`API reference`)}
<p class="lead">Every operation of the three interfaces, with its parameters, bodies, errors and a
sample.</p>
${renderHeading(2, 'interfaces', html`Interfaces`)}${renderInterfaces()}
${lists}${renderErrors()}`;
}

function renderInterfaces(): Html {
  const items = hostNames.map((host) => {
    const { title, description } = hosts[host];
    const file = `${host}.json`;
    const document = html`<a href="${getPageUrl('index')}openapi/${file}">${file}</a>`;
    return renderItem(
      html`<a href="#${host}">${title}</a> ${renderCode(placeholder(host))}`,
      html`${description} For programs: ${document}.`,
    );
  });
  const [current, older] = listVersions('main');
  const [diaryVersion] = listVersions('diary');
  const accountPage = `${placeholder('auth')}/${current}/oauth2/account/`;
  return html`${renderItems(items)}
<p>The current version is <code>${current}</code>, that of the diary <code>${diaryVersion}</code>.
Older clients can use <code>${older}</code>, which works in the same way. Paths are shown with the
current version, and a slash at their end is optional.</p>
<p>Requests have the header <code>Authorization: Bearer $ACCESS_TOKEN</code>; the guide
<a href="${getPageUrl('authorization')}">Authorization</a> says how to get a token. People manage
their accounts, and the access of applications, on the account page:
<a href="${accountPage}">${accountPage}</a>.</p>
`;
}

/** An operation of an interface. */
interface Row {
  method: Method;
  path: string;
  url: string;
  summary: string;
}

function renderHost(host: Host, pages: readonly ResourcePage[]): Html {
  const rows = pages.flatMap((page) => listRows(host, page));
  const head = html`<tr><th>Operation</th><th>Method</th><th>Path</th></tr>\n`;
  const body = rows.map(
    ({ method, path, url, summary }) => html`<tr><td><a href="${url}">${summary}</a></td>
<td>${renderMethod(method)}</td><td><code>${path}</code></td></tr>
`,
  );
  const title = `${hosts[host].title} interface`;
  return html`${renderHeading(2, host, html`${title}`)}${renderTableRegion(title, head, body)}`;
}

function listRows(host: Host, { name, entries }: ResourcePage): readonly Row[] {
  const ofHost = entries.filter(({ endpoint }) => endpoint.host === host);
  return ofHost.map(({ endpoint }) => ({
    method: endpoint.method,
    path: `/${getNewestPrefix(endpoint)}${endpoint.path}`,
    url: `${getPageUrl(name)}#${getOperationAnchor(endpoint)}`,
    summary: endpoint.summary,
  }));
}

function renderErrors(): Html {
  const items = gatewayErrors.map(({ status, message }) =>
    renderItem(html`<code>${status}</code>`, html`${message}`),
  );
  return html`${renderHeading(2, 'errors', html`Errors of every request`)}
<p>Any request can meet these errors, in the shape of its interface. The guide
<a href="${getPageUrl('errors')}">Errors</a> says what to do about them.</p>
${renderItems(items)}`;
}

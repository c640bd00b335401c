import stringify from 'json-stringify-pretty-compact';
import {
  type Endpoint,
  type ErrorShape,
  getErrorShape,
} from '#shared/contract/endpoint.ts';
import { type ErrorCode, errors, serviceError } from '#shared/errors/errors.ts';
import { type Html, html } from '#shared/html/html.ts';
import { getErrorStatus } from '#shared/http/error-status.ts';
import { renderError } from '#shared/http/render-error.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { groupErrorsByStatus } from '../reference/endpoint-errors.ts';
import { getErrorMessage } from '../reference/error-message.ts';
import { errorShapeDescriptions } from '../reference/labels.ts';
import { versionPlaceholder } from './links.ts';

/** Renders the errors of the endpoints of a resource, in each of their shapes. */
export function renderErrorSection(endpoints: readonly Endpoint[]): Html {
  const byShape = Map.groupBy(endpoints, getErrorShape);
  const sections: Html[] = [];
  for (const [shape, ofShape] of byShape) {
    sections.push(renderShape(shape, ofShape));
  }
  return html`<section id="errors">
<h2>Errors</h2>
${sections}</section>
`;
}

function renderShape(shape: ErrorShape, endpoints: readonly Endpoint[]): Html {
  const [first] = endpoints;
  const codes = listCodes(shape, endpoints);
  return html`<p>${errorShapeDescriptions[shape]}</p>
${first && renderSample(first)}
<table>
<tr>
<th>Status</th>
<th>Message</th>
</tr>
${codes.map((code) => renderRow(shape, code))}
</table>
`;
}

/** Lists the errors of endpoints, sorted by status. */
function listCodes(shape: ErrorShape, endpoints: readonly Endpoint[]): ErrorCode[] {
  const all = endpoints.flatMap((endpoint) => {
    const codes = groupErrorsByStatus(endpoint).values();
    return [...codes].flat();
  });
  const distinct = [...new Set(all)];
  return distinct.sort(
    (one, other) => getErrorStatus(shape, one) - getErrorStatus(shape, other),
  );
}

function renderRow(shape: ErrorShape, code: ErrorCode): Html {
  const status = getErrorStatus(shape, code);
  const message = html`${renderCode(shape, code)}${getErrorMessage(code)}`;
  return html`<tr>
<td>${status}</td>
<td>${message}</td>
</tr>
`;
}

/** Renders the code of an error, if its shape has codes. */
function renderCode(shape: ErrorShape, code: ErrorCode): Html | undefined {
  const { oauth, diary } = errors[code];
  if (shape === 'oauth') return html`<code>${oauth}</code> `;
  if (shape === 'diary') return html`<code>${diary.code}</code> `;
  return undefined;
}

/** Renders an error body by the code of the service, unless it is a page. */
function renderSample(endpoint: Endpoint): Html | undefined {
  const error = serviceError('validation_failed', {
    failures: { '<field>': ['<what it must be>'] },
  });
  const { headers, body } = renderError(error, endpoint, {
    version: versionPlaceholder,
    params: {},
    accept: [],
    acceptLanguage: [],
    pages: pageRenderer,
  });
  const isJson = headers['Content-Type']?.startsWith('application/json');
  if (!isJson) return undefined;
  const formatted = stringify(JSON.parse(body));
  return html`<pre>${formatted}</pre>`;
}

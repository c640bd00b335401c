import stringify from 'json-stringify-pretty-compact';
import { type Endpoint, type ErrorShape, errorShapeOf } from '#shared/contract/endpoint.ts';
import { type ErrorCode, errors, serviceError } from '#shared/errors/errors.ts';
import { type Html, html } from '#shared/html/html.ts';
import { statusIn } from '#shared/http/error-status.ts';
import { renderError } from '#shared/http/render-error.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { errorsByStatus } from '../errors-of.ts';
import { sentenceOf } from '../sentence.ts';
import { errorShapes } from '../words.ts';
import { pageVersion } from './places.ts';

/** How the code of an error is called in each shape that has codes. */
function codeIn(shape: ErrorShape, code: ErrorCode): Html | false {
  if (shape === 'oauth') return html`<code>${errors[code].oauth}</code> `;
  return shape === 'diary' && html`<code>${errors[code].diary.code}</code> `;
}

/** An error body as the service really makes it. */
function sampleBody(endpoint: Endpoint): string | undefined {
  const failure = serviceError('validation_failed', {
    failures: { '<field>': ['<how it must be>'] },
  });
  const scene = {
    version: pageVersion,
    params: {},
    acceptLanguage: [],
    pages: pageRenderer,
  };
  const { headers, body } = renderError(failure, endpoint, scene);
  return headers['Content-Type']?.startsWith('application/json')
    ? stringify(JSON.parse(body))
    : undefined;
}

function ofShape(shape: ErrorShape, endpoints: readonly Endpoint[]): Html {
  const codes = [
    ...new Set(endpoints.flatMap((endpoint) => [...errorsByStatus(endpoint).values()].flat())),
  ];
  const rows = codes
    .toSorted((one, other) => statusIn(shape, one) - statusIn(shape, other))
    .map(
      (code) =>
        html`<tr><td>${statusIn(shape, code)}</td><td>${codeIn(shape, code)}${sentenceOf(code)}</td></tr>\n`,
    );
  const [first] = endpoints;
  const body = first && sampleBody(first);
  return html`<p>${errorShapes[shape]}</p>
${body !== undefined && html`<pre>${body}</pre>\n`}<table>
<tr><th>Status</th><th>What it says</th></tr>
${rows}</table>
`;
}

/** The errors that the endpoints of a resource answer, in each of the shapes that they use. */
export function errorSection(endpoints: readonly Endpoint[]): Html {
  const shapes = [...Map.groupBy(endpoints, errorShapeOf)];
  return html`<section id="errors">
<h2>Errors</h2>
${shapes.map(([shape, sharing]) => ofShape(shape, sharing))}</section>
`;
}

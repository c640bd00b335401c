import type { Endpoint, ResponseDeclaration } from '#shared/contract/endpoint.ts';
import { type Html, html } from '#shared/html/html.ts';
import type { EndpointEntry } from '../../../endpoints.ts';
import { getPageUrl } from '../../page/layout.ts';
import { renderInline } from '../../page/markdown.ts';
import { joinHtml, renderCode, renderHeading, renderSample } from '../../page/parts.ts';
import { buildExamples, type CompleteExample } from '../../reference/examples.ts';
import { getRefName, toSchema } from '../../reference/json-schema.ts';
import { getTag, takesInboxSecret } from '../../reference/labels.ts';
import { type ApiReference, requireSchemaName } from '../../reference/reference.ts';
import { describeBody, listParameters } from '../../reference/request.ts';
import { formatCurl, formatJson, getNewestPrefix } from './curl.ts';
import { listMembers, renderFields, renderItem, renderItems } from './fields.ts';
import { renderErrors } from './operation-errors.ts';
import type { SchemaUrl } from './type.ts';

/** The facts about all operations that the rendering of one needs. */
export interface OperationContext {
  reference: ApiReference;
  getUrl: SchemaUrl;
}

/** Returns the anchor of an operation: its id with hyphens, or else its title. */
export function getOperationAnchor({ operationId, summary }: Endpoint): string {
  const words = operationId?.replaceAll(/[A-Z]/g, ' $&') ?? summary;
  return words.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** Renders an operation: what it does, its request, its responses and samples. */
export function renderOperation(entry: EndpointEntry, context: OperationContext): Html {
  const { endpoint } = entry;
  const { summary, description } = endpoint;
  const text = description !== undefined && html`<p>${renderInline(description)}</p>\n`;
  const parts = [
    renderHeading(2, getOperationAnchor(endpoint), html`${summary}`),
    renderRoute(endpoint),
    html`${text}`,
    renderAuth(endpoint),
    renderParameters(endpoint, context),
    renderBody(endpoint, context),
    renderResponses(endpoint, context),
    renderErrors(endpoint),
  ];
  return html`<section class="operation">
<div>
${parts}</div>
<div class="samples">
${renderSamples(entry, context.reference)}</div>
</section>
`;
}

function renderRoute(endpoint: Endpoint): Html {
  const { method, path } = endpoint;
  const address = `/${getNewestPrefix(endpoint)}${path}`;
  return html`<p class="route">${renderMethod(method)} ${renderCode(address)}</p>\n`;
}

/** Renders the method of an operation, with a color of its own. */
export function renderMethod(method: string): Html {
  return html`<b class="method ${method.toLowerCase()}">${method}</b>`;
}

function renderAuth(endpoint: Endpoint): Html {
  return html`<p>Needs ${describeNeed(endpoint)}.</p>\n`;
}

const tokenNames = {
  client: 'an access token',
  application: 'an access token from the client credentials grant',
  user: 'the access token of a user',
} as const;

/** Describes the token or the secret that a request must have. */
function describeNeed(endpoint: Endpoint): Html {
  const { auth, scope = 'any', errors = [] } = endpoint;
  if (errors.includes('invalid_client')) {
    return html`the id and the secret of the application`;
  }
  if (takesInboxSecret(endpoint)) return html`the secret of an inbox`;
  if (auth === 'public') return html`no access token`;

  const token = tokenNames[auth];
  if (scope === 'any') return html`${token}`;
  const link = html`<a href="${getPageUrl('scopes')}">${renderCode(scope)}</a>`;
  return html`${token} with the scope ${link}`;
}

function renderParameters(endpoint: Endpoint, { getUrl }: OperationContext): Html {
  const fields = listParameters(endpoint).map(
    ({ name, in: place, required, schema }) => ({
      name,
      schema,
      remark:
        required && place !== 'path' ? `in the ${place}, required` : `in the ${place}`,
    }),
  );
  if (fields.length === 0) return html``;
  return html`<h3>Parameters</h3>
${renderFields(fields, getUrl)}`;
}

function renderBody(endpoint: Endpoint, { reference, getUrl }: OperationContext): Html {
  const body = describeBody(endpoint);
  if (!body) return html``;
  const { mediaType, maxSize, schema } = body;
  const name = getRefName(schema);
  const resolved = name === undefined ? schema : toSchema(reference.schemas[name]);
  const size = maxSize !== undefined && html`, at most ${maxSize}`;
  return html`<h3>Body</h3>
<p><code>${mediaType}</code>${size}</p>
${renderFields(listMembers(resolved, 'sent'), getUrl)}`;
}

function renderResponses({ responses }: Endpoint, { getUrl }: OperationContext): Html {
  const items = Object.entries(responses).map(([status, response]) => {
    const { headers = [] } = response;
    const names = joinHtml(headers.map(renderCode), ', ');
    const has = headers.length > 0 && html` With ${names}.`;
    return renderItem(
      html`<code>${status}</code> ${renderContentType(response, getUrl)}`,
      html`${renderInline(response.description)}${has}`,
    );
  });
  return html`<h3>Responses</h3>
${renderItems(items)}`;
}

function renderContentType({ body }: ResponseDeclaration, getUrl: SchemaUrl): Html {
  if (body === undefined) return html``;
  if (typeof body === 'string') return html`${body === 'html' ? 'text/html' : body}`;
  const name = requireSchemaName(body);
  return html`<a href="${getUrl(name)}">${name}</a>`;
}

/** Renders the examples of an operation, and a link to the page that sends them. */
function renderSamples(entry: EndpointEntry, reference: ApiReference): Html {
  const { endpoint } = entry;
  const examples = buildExamples(entry, reference, getNewestPrefix(endpoint));
  const samples = examples.map((example) => renderExample(endpoint, example));
  return html`${joinHtml(samples, '')}${renderTryLink(endpoint)}`;
}

function renderExample(endpoint: Endpoint, example: CompleteExample): Html {
  const { summary, responseBody } = example;
  const command = renderSample(formatCurl(endpoint, example), summary);
  if (responseBody === undefined) return command;
  return html`${command}${renderSample(formatJson(responseBody), 'Response')}`;
}

/** Links to the operation in the interactive reference, which names anchors in its own way. */
function renderTryLink(endpoint: Endpoint): Html {
  const { operationId, host, method, path } = endpoint;
  if (operationId === undefined || host === 'auth') return html``;
  const tag = getTag(endpoint).replaceAll('_', '-');
  const url = `${getPageUrl('explorer')}#${host}/tag/${tag}/${method}${path}`;
  return html`<p><a href="${url}">Try it</a></p>\n`;
}

import stringify from 'json-stringify-pretty-compact';
import {
  type Endpoint,
  getErrorShape,
  getResource,
  type ResponseDeclaration,
} from '#shared/contract/endpoint.ts';
import { type Html, html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { describeBody } from '../reference/body.ts';
import { renderCurl } from '../reference/curl.ts';
import { buildExamples, type CompleteExample } from '../reference/examples.ts';
import type { JsonSchema } from '../reference/json-schema.ts';
import { describeAuth } from '../reference/labels.ts';
import { requireSchemaName } from '../reference/named-schemas.ts';
import { toPascalCase } from '../reference/names.ts';
import { listParameters } from '../reference/parameters.ts';
import type { ApiReference } from '../reference/reference.ts';
import { joinList } from '../reference/types.ts';
import { renderFieldList } from './field-list.ts';
import { renderSchemaName, versionPlaceholder } from './links.ts';
import { renderProse } from './prose.ts';

/**
 * Renders everything about an endpoint: its address, authorization, request, responses and
 * examples.
 */
export function renderEndpointSection(
  entry: EndpointEntry,
  reference: ApiReference,
): Html {
  const { endpoint } = entry;
  return html`<section id="${toAnchor(entry)}">
<h2>${endpoint.summary}</h2>
<p>${renderRoute(endpoint)}</p>
${renderDescription(endpoint)}
${renderAccess(endpoint)}
${renderParameters(endpoint, reference)}
${renderBody(endpoint, reference)}
${renderResponses(endpoint, reference)}
${renderExamples(entry, reference)}
</section>
`;
}

/** Converts the id of an endpoint to the anchor of its section. */
export function toAnchor({ id }: EndpointEntry): string {
  return id.replaceAll('/', '-');
}

/** Renders the method and path of an endpoint. */
export function renderRoute({ method, path }: Endpoint): Html {
  return html`<code>${method} ${path}</code>`;
}

function renderDescription({ description }: Endpoint): Html | undefined {
  if (description === undefined) return undefined;
  return html`<p>${renderProse(description)}</p>`;
}

function renderAccess(endpoint: Endpoint): Html {
  const { host, versions } = endpoint;
  const prefixes = versions.map((version) => html`<code>/${version}/</code>`);
  const under = joinList(prefixes, 'and');
  const address = html`<code>${placeholder(host)}</code> under ${under}`;
  const auth = renderProse(describeAuth(endpoint));
  return html`<p class="muted">Auth: ${auth}. Address: ${address}.</p>`;
}

function renderParameters(endpoint: Endpoint, reference: ApiReference): Html | undefined {
  const parameters = listParameters(endpoint);
  if (parameters.length === 0) return undefined;
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const parameter of parameters) {
    properties[parameter.name] = parameter.schema;
    if (parameter.required) required.push(parameter.name);
  }
  return html`<h3>Parameters</h3>
${renderFieldList({ properties, required }, 'request', reference)}`;
}

function renderBody(endpoint: Endpoint, reference: ApiReference): Html | undefined {
  const body = describeBody(endpoint);
  if (!body) return undefined;
  const { mediaType, maxSize, schema } = body;
  const limit = maxSize === undefined ? '' : `, at most ${maxSize}`;
  return html`<h3>Body</h3>
<p class="muted">${mediaType}${limit}</p>
${renderFieldList(schema, 'request', reference)}`;
}

function renderResponses(endpoint: Endpoint, reference: ApiReference): Html {
  const resourceSchema = toPascalCase(getResource(endpoint));
  const responses: Html[] = [];
  for (const [status, response] of Object.entries(endpoint.responses)) {
    responses.push(renderResponse(status, response, resourceSchema, reference));
  }
  return html`<h3>Responses</h3>
${responses}`;
}

/**
 * Renders a response. The fields of the resource itself are linked, because its page lists them
 * once.
 */
function renderResponse(
  status: string,
  { description, body, headers = [] }: ResponseDeclaration,
  resourceSchema: string,
  reference: ApiReference,
): Html {
  const name = typeof body === 'object' ? requireSchemaName(body) : undefined;
  const isResource = name === resourceSchema;
  const fields = name && !isResource ? reference.schemas[name] : undefined;
  const text = html`<strong>${status}</strong> ${renderProse(description)}`;
  const link = isResource && html` Fields: ${renderSchemaName(name, reference)}.`;
  return html`<p>${text}${link}${renderHeaders(headers)}</p>
${fields && renderFieldList(fields, 'response', reference)}`;
}

function renderHeaders(names: readonly string[]): Html | undefined {
  if (names.length === 0) return undefined;
  return html` <span class="muted">Headers: ${names.join(', ')}.</span>`;
}

function renderExamples(entry: EndpointEntry, reference: ApiReference): Html[] {
  const { endpoint } = entry;
  if (isFormOfPage(endpoint)) return [];
  const [first, ...more] = endpoint.versions;
  const version = more.length > 0 ? versionPlaceholder : first;
  const examples = buildExamples(entry, reference, version);
  return examples.map((example) => renderExample(endpoint, example, version));
}

/** Tells whether only a page can send the request, because it has the form token. */
function isFormOfPage(endpoint: Endpoint): boolean {
  return endpoint.method === 'POST' && getErrorShape(endpoint) === 'page';
}

function renderExample(
  endpoint: Endpoint,
  example: CompleteExample,
  version: string,
): Html {
  const { summary } = example;
  const title = summary === endpoint.summary ? 'Example' : `Example: ${summary}`;
  return html`<h3>${title}</h3>
<pre>${renderCurl(endpoint, example, version)}</pre>
${renderExampleResponse(example)}`;
}

function renderExampleResponse({
  status,
  responseBody,
}: CompleteExample): Html | undefined {
  if (responseBody === undefined) return undefined;
  return html`<p class="muted">Response ${status}</p>
<pre>${stringify(responseBody)}</pre>
`;
}

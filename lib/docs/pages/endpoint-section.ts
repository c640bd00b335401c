import stringify from 'json-stringify-pretty-compact';
import { type Endpoint, errorShapeOf, resourceOf } from '#shared/contract/endpoint.ts';
import { type Html, html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { bodyOf } from '../body.ts';
import { curl } from '../curl.ts';
import { type CompleteExample, examplesOf } from '../examples.ts';
import { pascal } from '../names.ts';
import { parametersOf } from '../parameters.ts';
import type { Reference } from '../reference.ts';
import { enumerate } from '../types.ts';
import { callers } from '../words.ts';
import { fieldList } from './field-list.ts';
import { nameSchema, pageVersion } from './places.ts';
import { prose } from './prose.ts';

/** Where on its page an endpoint is described. */
export function anchorOf({ id }: EndpointEntry): string {
  return id.replaceAll('/', '-');
}

/** Method and path, as a reader looks for them. */
export function routeOf({ method, path }: Endpoint): Html {
  return html`<code>${method} ${path}</code>`;
}

function requestParts(endpoint: Endpoint, reference: Reference): Html {
  const parameters = parametersOf(endpoint);
  const all = {
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  const body = bodyOf(endpoint);
  return html`${parameters.length > 0 && html`<h3>Parameters</h3>\n${fieldList(all, 'sent', reference)}`}${
    body &&
    html`<h3>Body</h3>\n<p class="muted">${body.mediaType}${body.atMost !== undefined && html`, at most ${body.atMost}`}</p>\n${fieldList(body.schema, 'sent', reference)}`
  }`;
}

/** The answers by status; the fields of the resource itself are described once for the whole page. */
function answers({ endpoint }: EndpointEntry, reference: Reference): Html {
  const own = pascal(resourceOf(endpoint));
  const entries = Object.entries(endpoint.responses).map(
    ([status, { description, body, headers = [] }]) => {
      const name = typeof body === 'object' ? reference.nameOf(body) : undefined;
      const fields = name !== undefined && name !== own && reference.schemas[name];
      return html`<p><strong>${status}</strong> ${prose(description)}${
        name === own && html` Fields: ${nameSchema(own, reference)}.`
      }${headers.length > 0 && html` <span class="muted">Headers: ${headers.join(', ')}.</span>`}</p>
${fields && fieldList(fields, 'answered', reference)}`;
    },
  );
  return html`<h3>Answers</h3>\n${entries}`;
}

function exchange(endpoint: Endpoint, example: CompleteExample, version: string): Html {
  const { summary, status, answer } = example;
  return html`<h3>Example${summary !== endpoint.summary && html`: ${summary}`}</h3>
<pre>${curl(endpoint, example, version)}</pre>
${answer !== undefined && html`<p class="muted">answers ${status}</p>\n<pre>${stringify(answer)}</pre>\n`}`;
}

/** Whether only a page of ours can send it, with the token that the page has; a command could not. */
function isFormOfPage(endpoint: Endpoint): boolean {
  return endpoint.method === 'POST' && errorShapeOf(endpoint) === 'page';
}

/** Everything about one endpoint: who may call it, what it reads and answers, and how that looks. */
export function endpointSection(entry: EndpointEntry, reference: Reference): Html {
  const { endpoint } = entry;
  const { host, summary, description, auth, versions } = endpoint;
  const version = versions.length > 1 ? pageVersion : versions[0];
  const under = enumerate(
    versions.map((name) => html`<code>/${name}/</code>`),
    'and',
  );
  const shown = isFormOfPage(endpoint) ? [] : examplesOf(entry, reference, version);
  return html`<section id="${anchorOf(entry)}">
<h2>${summary}</h2>
<p>${routeOf(endpoint)}</p>
${description !== undefined && html`<p>${prose(description)}</p>\n`}<p class="muted">Open to ${callers[auth]}, at <code>${placeholder(host)}</code> under ${under}.</p>
${requestParts(endpoint, reference)}${answers(entry, reference)}${shown.map((example) => exchange(endpoint, example, version))}</section>
`;
}

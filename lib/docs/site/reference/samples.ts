import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type Html, html } from '#shared/html/html.ts';
import type { EndpointEntry } from '../../../definitions.ts';
import { getPageUrl } from '../../page/layout.ts';
import { joinHtml, renderSample } from '../../page/parts.ts';
import { buildExamples, type CompleteExample } from '../../reference/examples.ts';
import { getTag } from '../../reference/labels.ts';
import type { ApiReference } from '../../reference/reference.ts';
import { formatCurl, formatJson, getNewestPrefix } from './curl.ts';

/** Renders the examples of an operation, and a link to the page that sends them. */
export function renderSamples(entry: EndpointEntry, reference: ApiReference): Html {
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

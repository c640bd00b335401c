import { compact } from '#shared/runtime/compact.ts';
import type { EndpointEntry } from '../../endpoints.ts';
import { type NamedSchemas, selectSchemas } from '../reference/json-schema.ts';
import {
  getResourceDescription,
  getResourceTitle,
  getTag,
  type InterfaceHost,
} from '../reference/labels.ts';
import type { ApiReference } from '../reference/reference.ts';
import { selectCommonHeaders } from './common-headers.ts';
import { buildErrorResponses, errorSchemas } from './errors.ts';
import { addRequestExamples, buildResponseExamples } from './examples.ts';
import { mergeAlternatives } from './merge-alternatives.ts';
import { buildOperation } from './operation.ts';
import {
  buildOwnServers,
  buildSecuritySchemes,
  buildServers,
  type HostUrls,
  listVersions,
} from './servers.ts';
import { buildWebhooks, listWebhookSchemas, webhookTag } from './webhooks.ts';

/** The operations of a path by method, and its servers if they are not those of the document. */
type PathItem = Record<string, object>;

/** An OpenAPI 3.1 document, as far as this project reads it. */
export interface OpenApiDocument {
  paths: Readonly<Record<string, PathItem>>;
  components: { schemas: NamedSchemas; [member: string]: unknown };
  [member: string]: unknown;
}

const descriptions: Readonly<Record<InterfaceHost, string>> = {
  main: 'Data sources, remote connections, images, activity types and tokens.',
  auth: 'Where users authorize an application, in a browser.',
  diary: 'A diary of meals and exercise.',
};

const titles: Readonly<Record<InterfaceHost, string>> = {
  main: 'Fitness data service',
  auth: 'Fitness data service: authorization',
  diary: 'Fitness data service: diary',
};

/**
 * Builds the OpenAPI document of a host. Its servers and OAuth flows get the base URLs.
 * Alternatives of an object are merged into one, unless `hasAlternatives` is set.
 */
export function buildOpenApi(
  host: InterfaceHost,
  reference: ApiReference,
  baseUrls: HostUrls,
  { hasAlternatives = false } = {},
): OpenApiDocument {
  const entries = reference.entries.filter(
    ({ endpoint }) => endpoint.host === host && endpoint.operationId !== undefined,
  );
  const [version = ''] = listVersions(host);
  const guides = `${baseUrls.main}/v7.1/docs/`;
  const paths = buildPaths(entries, reference, baseUrls);
  const responses = buildErrorResponses(entries);
  const webhooks = host === 'main' ? buildWebhooks() : undefined;
  const exact = { ...errorSchemas, ...reference.schemas, ...listWebhookSchemas() };
  const all = hasAlternatives ? exact : mergeAlternatives(exact);
  const schemas = selectSchemas(all, [paths, responses, webhooks ?? {}]);
  return compact({
    openapi: '3.1.0',
    info: {
      title: titles[host],
      version: version.replace('v', ''),
      description: descriptions[host],
      contact: { name: 'Documentation', url: guides },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { description: 'Guides and the reference', url: guides },
    servers: buildServers(host, baseUrls),
    tags: [...buildTags(entries, reference), ...(webhooks ? [webhookTag] : [])],
    paths,
    webhooks,
    components: compact({
      securitySchemes: buildSecuritySchemes(host, baseUrls),
      headers: selectCommonHeaders(entries.map(({ endpoint }) => endpoint)),
      schemas: addRequestExamples(schemas, entries, reference),
      responses,
      examples: buildResponseExamples(entries, reference),
    }),
  });
}

function buildTags(entries: readonly EndpointEntry[], reference: ApiReference): object[] {
  const resources = new Set(entries.map(({ endpoint }) => getTag(endpoint)));
  return [...resources].map((name) =>
    compact({
      name,
      'x-displayName': getResourceTitle(name),
      description: getResourceDescription(name, reference),
    }),
  );
}

/** Builds the paths below the version, each with its operations. */
function buildPaths(
  entries: readonly EndpointEntry[],
  reference: ApiReference,
  baseUrls: HostUrls,
): OpenApiDocument['paths'] {
  const paths: Record<string, PathItem> = {};
  for (const entry of entries) {
    const { host, method, path, versions } = entry.endpoint;
    paths[path] = compact({
      servers: buildOwnServers(host, versions, baseUrls),
      ...paths[path],
      [method.toLowerCase()]: buildOperation(entry, reference),
    });
  }
  return paths;
}

import { type Endpoint, type Example, resourceOf } from '../../shared/contract/endpoint.ts';
import type { CatalogueEntry } from '../catalogue.ts';
import { referenceTo, requestSchema } from './json-schema.ts';
import { bodyOf, pathParameters } from './parameters.ts';
import type { Reference } from './reference.ts';
import { sampleId, sampleOf } from './sample.ts';

/** An example with nothing left open that it can state. */
export type CompleteExample = Example & { params: Readonly<Record<string, string>> };

/** The first status of an endpoint that is a success; the first at all where it has none. */
function successOf({ responses }: Endpoint): number {
  const statuses = Object.keys(responses).map(Number);
  return statuses.find((status) => status >= 200 && status < 300) ?? statuses[0] ?? 200;
}

/** An example that names versions, brought under the one at hand. */
function underVersion<T>(value: T, version: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(/\/v7\.\d\//g, `/${version}/`));
}

/** The examples of an endpoint, or one made from its schemas, each with the answer to expect. */
export function examplesOf(
  { endpoint }: CatalogueEntry,
  reference: Reference,
  version: string,
): readonly CompleteExample[] {
  const { examples, responses } = endpoint;
  const scene = { reference, resource: resourceOf(endpoint), version };
  const sent = bodyOf(endpoint);
  const stated: readonly Example[] = examples ?? [
    {
      summary: endpoint.summary,
      status: successOf(endpoint),
      ...(sent && { body: sampleOf(requestSchema(sent.schema), scene) }),
    },
  ];
  return stated.map((example) => {
    const body = responses[example.status]?.body;
    const answer =
      typeof body === 'object' ? sampleOf(referenceTo(reference.nameOf(body)), scene) : undefined;
    const params = pathParameters(endpoint).map((name) => [name, sampleId(scene.resource, reference)]);
    return underVersion(
      {
        ...(answer !== undefined && { answer }),
        ...example,
        params: { ...Object.fromEntries(params), ...example.params },
      },
      version,
    );
  });
}

import { type Endpoint, type Example, resourceOf } from '../../shared/contract/endpoint.ts';
import type { CatalogueEntry } from '../catalogue.ts';
import { bodyOf } from './body.ts';
import { referenceTo } from './json-schema.ts';
import { pathParameters } from './parameters.ts';
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

/** An answer that shows what the request has set. */
function echoing(answer: unknown, sent: unknown): unknown {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(answer) || !isObject(sent)) return answer;
  const set = new Map(Object.entries(sent ?? {}).filter(([name]) => !name.startsWith('_')));
  return Object.fromEntries(
    Object.entries(answer ?? {}).map(([name, value]) => [name, set.has(name) ? set.get(name) : value]),
  );
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
      ...(sent && { body: sampleOf(sent.schema, scene) }),
    },
  ];
  return stated.map((example) => {
    const body = responses[example.status]?.body;
    const answer =
      typeof body === 'object'
        ? echoing(sampleOf(referenceTo(reference.nameOf(body)), scene), example.body)
        : undefined;
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

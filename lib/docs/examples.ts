import { type Endpoint, type Example, resourceOf } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../definitions.ts';
import { bodyOf } from './body.ts';
import { referenceTo } from './json-schema.ts';
import { parametersOf, pathParameters } from './parameters.ts';
import type { Reference } from './reference.ts';
import { type SampleScene, sampleId, sampleOf } from './sample.ts';

/** An example with nothing left open that it can state. */
export type CompleteExample = Example & { params: Readonly<Record<string, string>> };

/** The first status of an endpoint that is a success; the first at all where it has none. */
function successOf({ responses }: Endpoint): number {
  const statuses = Object.keys(responses).map(Number);
  return statuses.find((status) => status >= 200 && status < 300) ?? statuses[0] ?? 200;
}

/** An example that names versions, brought under the one at hand; what has no version names those of others. */
function underVersion<T>(value: T, version: string): T {
  return version === '.well-known'
    ? value
    : JSON.parse(JSON.stringify(value).replaceAll(/\/v7\.\d\//g, `/${version}/`));
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** An answer that shows what the request has set, as far as that is texts, numbers and the like. */
function echoing(answer: unknown, sent: unknown): unknown {
  if (isPlain(answer) || isPlain(sent)) return answer;
  const set = new Map(Object.entries(sent ?? {}).filter(([, value]) => isPlain(value)));
  return Object.fromEntries(
    Object.entries(answer ?? {}).map(([name, value]) => [
      name,
      set.has(name) ? set.get(name) : value,
    ]),
  );
}

/** The parameters of a query that have examples, or must be sent. */
function sampleQuery(endpoint: Endpoint, scene: SampleScene): Readonly<Record<string, string>> {
  const shown = parametersOf(endpoint).filter(
    ({ in: place, required, schema }) => place === 'query' && (required || schema.examples),
  );
  return Object.fromEntries(
    shown.map(({ name, schema }) => [name, String(sampleOf(schema, scene))]),
  );
}

/** The examples of an endpoint, or one made from its schemas, each with the answer to expect. */
export function examplesOf(
  { endpoint }: EndpointEntry,
  reference: Reference,
  version: string,
): readonly CompleteExample[] {
  const { examples, responses } = endpoint;
  const scene = { reference, resource: resourceOf(endpoint), version };
  const sent = bodyOf(endpoint);
  const stated = examples ?? [
    {
      summary: endpoint.summary,
      status: successOf(endpoint),
      query: sampleQuery(endpoint, scene),
      ...(sent && { body: sampleOf(sent.schema, scene) }),
    },
  ];
  return stated.map((example) => {
    const body = responses[example.status]?.body;
    const answer =
      typeof body === 'object'
        ? echoing(sampleOf(referenceTo(reference.nameOf(body)), scene), example.body)
        : undefined;
    const params = pathParameters(endpoint).map((name) => [
      name,
      sampleId(scene.resource, reference),
    ]);
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

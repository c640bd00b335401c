import { type ResponseDeclaration, resourceOf, type Version } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { bodyOf } from '../body.ts';
import { type CompleteExample, examplesOf } from '../examples.ts';
import { referenceTo } from '../json-schema.ts';
import { pascal } from '../names.ts';
import { parametersOf } from '../parameters.ts';
import type { Reference } from '../reference.ts';
import { callers } from '../words.ts';
import { failuresOf } from './errors.ts';
import { securitySchemes, serverOf } from './servers.ts';

const anyScheme = Object.keys(securitySchemes).map((name) => ({
  [name]: name === 'oauth2' ? ['read'] : [],
}));

/** The value that a kind of example shows, by the summary of the example. */
function examples(
  shown: readonly CompleteExample[],
  value: (example: CompleteExample) => unknown,
): object {
  const values = shown.filter((example) => value(example) !== undefined);
  return values.length > 0
    ? {
        examples: Object.fromEntries(
          values.map((example) => [
            pascal(example.summary),
            { summary: example.summary, value: value(example) },
          ]),
        ),
      }
    : {};
}

function content(
  body: ResponseDeclaration['body'],
  shown: readonly CompleteExample[],
  reference: Reference,
) {
  if (body === undefined) return {};
  if (typeof body === 'string') {
    return { content: { [body === 'html' ? 'text/html' : body]: { schema: { type: 'string' } } } };
  }
  const schema = referenceTo(reference.nameOf(body));
  return {
    content: { 'application/json': { schema, ...examples(shown, ({ answer }) => answer) } },
  };
}

/** The answers that an endpoint declares, by status. */
function answers(
  { endpoint }: EndpointEntry,
  shown: readonly CompleteExample[],
  reference: Reference,
): object {
  const { responses, cacheSeconds } = endpoint;
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, headers = [], body }]) => {
      const all = [...headers, ...(cacheSeconds === undefined ? [] : ['ETag', 'Cache-Control'])];
      const ofStatus = shown.filter((example) => String(example.status) === status);
      const named = all.map((name) => [name, { required: true, schema: { type: 'string' } }]);
      return [
        status,
        {
          description,
          ...(named.length > 0 && { headers: Object.fromEntries(named) }),
          ...content(body, ofStatus, reference),
        },
      ];
    }),
  );
}

function requestBody(entry: EndpointEntry, shown: readonly CompleteExample[]): object {
  const body = bodyOf(entry.endpoint);
  if (!body) return {};
  const { mediaType, atMost, ...media } = body;
  const limit = atMost !== undefined && { description: `At most ${atMost}.` };
  const shownBodies = examples(shown, (example) => example.body);
  return {
    requestBody: {
      required: true,
      ...limit,
      content: { [mediaType]: { ...media, ...shownBodies } },
    },
  };
}

function parameters({ endpoint }: EndpointEntry): object {
  const all = parametersOf(endpoint).map(({ name, in: place, required, schema }) => {
    const { description, ...rest } = schema;
    return {
      name,
      in: place,
      required,
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
  return all.length > 0 ? { parameters: all } : {};
}

/** An endpoint at one of its versions, as an OpenAPI operation. */
export function operation(entry: EndpointEntry, version: Version, reference: Reference): object {
  const { host, summary, description, auth } = entry.endpoint;
  const shown = examplesOf(entry, reference, version);
  const open = `Open to ${callers[auth]}.`;
  return {
    operationId: `${pascal(entry.id)}_${version.replace('.', '_')}`,
    summary,
    description: description === undefined ? open : `${description}\n\n${open}`,
    tags: [resourceOf(entry.endpoint)],
    ...(host !== 'main' && { servers: [serverOf(host)] }),
    security: auth === 'public' ? [] : anyScheme,
    ...parameters(entry),
    ...requestBody(entry, shown),
    responses: { ...answers(entry, shown, reference), ...failuresOf(entry) },
  };
}

import { type ErrorShape, errorShapeOf } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { errorsByStatus } from '../errors-of.ts';
import { type JsonSchema, referenceTo } from '../json-schema.ts';
import { sentenceOf } from '../sentence.ts';

const text: JsonSchema = { type: 'string' };
const sentences: JsonSchema = { type: 'array', items: text };
const object = (
  properties: Record<string, JsonSchema>,
  required = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const links = object({ self: referenceTo('PlainLink'), documentation: referenceTo('PlainLink') });

/** Bodies of errors, in the shapes of decisions M4, A10 and Y2. */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  ValidationFailures: object({
    _diagnostics: object({
      validation_failures: {
        type: 'array',
        description:
          'The fields that are wrong, each with sentences; `__all__` stands for the request as a whole.',
        items: { type: 'object', additionalProperties: sentences },
      },
    }),
    _links: links,
  }),
  Problem: object({ errors: sentences, _links: links }),
  OauthError: object({ error: text, error_description: text }),
  DiaryError: object({ error: text, error_description: text, error_details: { type: 'object' } }, [
    'error',
    'error_description',
  ]),
};

const json = (name: string) => ({ 'application/json': { schema: referenceTo(name) } });

const contents: Readonly<Record<ErrorShape, (status: number) => object>> = {
  hal: (status) => json(status === 400 ? 'ValidationFailures' : 'Problem'),
  oauth: () => json('OauthError'),
  diary: () => json('DiaryError'),
  page: () => ({ 'text/html': { schema: text } }),
};

const nameOf = (shape: ErrorShape, status: number) => `${shape}-${status}`;

/** The answers with which an endpoint can fail, by status, as references to what `errorResponses` makes. */
export function failuresOf({ endpoint }: EndpointEntry): Record<string, object> {
  const shape = errorShapeOf(endpoint);
  return Object.fromEntries(
    [...errorsByStatus(endpoint).keys()].map((status) => [
      status,
      { $ref: `#/components/responses/${nameOf(shape, status)}` },
    ]),
  );
}

/** Every answer with which some endpoint can fail: one for each shape and status, saying what it can say. */
export function errorResponses(entries: readonly EndpointEntry[]): Record<string, object> {
  const met = entries.flatMap(({ endpoint }) =>
    [...errorsByStatus(endpoint)].flatMap(([status, codes]) =>
      codes.map((code) => ({ shape: errorShapeOf(endpoint), status, code })),
    ),
  );
  const groups = Map.groupBy(met, ({ shape, status }) => nameOf(shape, status));
  const responses = [...groups].map(([name, [first, ...more]]) => {
    if (!first) throw new Error(`No error has the shape and status ${name}.`);
    const said = new Set([first, ...more].map(({ code }) => sentenceOf(code)));
    return [
      name,
      { description: [...said].join('\n\n'), content: contents[first.shape](first.status) },
    ] as const;
  });
  return Object.fromEntries(responses.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

import { buildRef, type JsonSchema } from '../reference/json-schema.ts';

const text: JsonSchema = { type: 'string' };
const messageList: JsonSchema = { type: 'array', items: text };

function buildObjectSchema(
  properties: Record<string, JsonSchema>,
  required: string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required };
}

const link: JsonSchema = { type: 'array', items: buildRef('Link') };
const links = buildObjectSchema({ self: link, documentation: link }, ['documentation']);

const validationFailures: JsonSchema = {
  type: 'array',
  description:
    'The invalid fields, each with its messages. `__all__` stands for the whole request.',
  items: { type: 'object', additionalProperties: messageList },
};

const details: JsonSchema = { type: 'object', additionalProperties: true };

/** Schemas of the error bodies (wire.md M4, A10 and Y2). */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  Link: buildObjectSchema({ href: text }),
  ErrorLinks: links,
  ValidationFailures: buildObjectSchema({
    _diagnostics: buildObjectSchema({ validation_failures: validationFailures }),
    _links: buildRef('ErrorLinks'),
  }),
  Problem: buildObjectSchema({ errors: messageList, _links: buildRef('ErrorLinks') }),
  OauthError: buildObjectSchema({ error: text, error_description: text }),
  DiaryError: buildObjectSchema(
    { error: text, error_description: text, error_details: details },
    ['error', 'error_description'],
  ),
};

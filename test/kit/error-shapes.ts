import * as z from 'zod/mini';
import type { ErrorShape } from '#shared/contract/endpoint.ts';
import type { TestResponse } from './send.ts';

const sentence = z.string().check(z.regex(/\w/));
const sentences = z.array(sentence).check(z.minLength(1));
const link = z
  .array(z.strictObject({ href: z.string().check(z.regex(/^\//)) }))
  .check(z.minLength(1));
const _links = z.strictObject({ self: link, documentation: link });

/** What tells programs and operators about an error of main. */
const identification = {
  codes: z.array(z.string().check(z.regex(/^[a-z]+(_[a-z]+)*$/))).check(z.minLength(1)),
  request_id: sentence,
};

const ValidationFailures = z.strictObject({
  _diagnostics: z.strictObject({
    validation_failures: z.array(z.record(z.string(), sentences)).check(z.minLength(1)),
  }),
  ...identification,
  _links,
});
const violated_policies = z.optional(sentences);
const Problem = z.strictObject({
  errors: sentences,
  violated_policies,
  ...identification,
  _links,
});
const OauthError = z.strictObject({
  error: z.string().check(z.regex(/^[a-z_]+$/)),
  error_description: sentence,
  violated_policies,
});
const DiaryError = z.strictObject({
  error: z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/)),
  error_description: sentence,
  error_details: z.optional(z.record(z.string(), z.unknown())),
  violated_policies,
});

const RpcError = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.nullable(z.union([z.string(), z.int()])),
  error: z.strictObject({
    code: z.int(),
    message: sentence,
    data: z.optional(z.unknown()),
  }),
});

/** Creates a function that lists the problems of a JSON body. */
const createJsonCheck =
  (schema: z.ZodMiniType) =>
  ({ body }: TestResponse) =>
    schema.safeParse(body).error?.issues ?? [];

const problemFinders: Record<ErrorShape, (response: TestResponse) => readonly unknown[]> =
  {
    hal: (response) =>
      createJsonCheck(response.status === 400 ? ValidationFailures : Problem)(response),
    oauth: (response) => [
      ...createJsonCheck(OauthError)(response),
      ...(response.headers.get('cache-control') === 'no-store'
        ? []
        : ['it can be cached']),
    ],
    diary: createJsonCheck(DiaryError),
    rpc: createJsonCheck(RpcError),
    page: ({ text, headers }) =>
      headers.get('content-type')?.startsWith('text/html') &&
      /<h1>[^<]+<\/h1>\s*<p/.test(text)
        ? []
        : ['it is not a page with a title and a sentence'],
  };

/** Lists the problems of an error body by shape. */
export function findErrorProblems(
  shape: ErrorShape,
  response: TestResponse,
): readonly unknown[] {
  return problemFinders[shape](response);
}

import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { text } from '#shared/contract/schema.ts';
import { ImportRepresentation } from '../file-import-representation.ts';

const ImportAnswersInput = z
  .object({
    answers: z
      .record(text(20, 1), text(20, 1))
      .check(
        z.describe(
          'For the `id` of each question the `choice`, as in `{"q1": "kg", "q2": "day_first"}`.',
        ),
      ),
  })
  .check(
    z.meta({
      id: 'ImportAnswersInput',
      description: 'The answers to all questions of an import.',
    }),
  );

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/import/{id}/answer/',
  operationId: 'answerImport',
  summary: 'Answer what the tables of an import leave open',
  description:
    'Starts an import that `needs_answer`: each of its `questions` is answered by one of its ' +
    '`choices`. Repeating the request, or a part of it, changes nothing, but other answers are ' +
    'an error then: undo the import and send the file again. The answers are kept with the ' +
    'import, so a file that is read again is not asked about again. Questions about a table of ' +
    'measurements need the scope `measurements.write`, too.',
  auth: 'user',
  scope: 'diary.write',
  request: { json: ImportAnswersInput },
  responses: {
    200: { description: 'The import, which goes on.', body: ImportRepresentation },
  },
  errors: ['not_found', 'answered_otherwise', 'imports_running'],
  stores: { table: ['get', 'update', 'transact'] },
  storeCalls: {
    max: 3,
    reason: 'the import is read, changed with what counts it, and read again',
  },
  examples: [
    { summary: 'An energy in kilojoules', body: { answers: { q1: 'kj' } }, status: 200 },
  ],
});

import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import { compact } from '#shared/runtime/compact.ts';
import { formatChoice, questionTexts } from './tables/table-questions.texts.ts';
import {
  isAboutBody,
  type QuestionKind,
  questionChoices,
  type TableQuestion,
} from './tables/table-questions.ts';

const kinds = Object.keys(questionChoices) as QuestionKind[];
const choices = [...new Set(Object.values(questionChoices).flat())];

const bodyOnly =
  'About a table of measurements, only with the scope `measurements.read`.';

const ChoiceRepresentation = deferred(() =>
  z
    .object({
      choice: z.enum(choices).check(z.describe('What is sent as the answer.')),
      label: described(
        z.optional(z.string()),
        `The example, if this is the answer. ${bodyOnly}`,
        '2026-04-03',
      ),
    })
    .check(z.meta({ id: 'ImportChoice', description: 'A possible answer.' })),
);

const CellRepresentation = deferred(() =>
  z
    .object({
      heading: described(z.string(), 'The heading of the column.', 'Date'),
      value: described(z.string(), 'What the row has there.', '03/04/2026'),
    })
    .check(z.meta({ id: 'ImportCell', description: 'A value of a row of a table.' })),
);

/** A question of an import as clients see it. */
export const QuestionRepresentation = deferred(() =>
  z
    .object({
      id: described(z.string(), 'By which it is answered.', 'q1'),
      kind: z.enum(kinds).check(z.describe('What is open.')),
      file_name: described(
        z.string(),
        'The first table that leaves it open, as files are named.',
        'weight.csv',
      ),
      tables: described(
        z.int(),
        'How many tables with the same headings leave it open. The answer is for all of them.',
        1,
      ),
      text: described(
        z.optional(z.string()),
        `The question. ${bodyOnly}`,
        questionTexts.en.day_order('03/04/2026'),
      ),
      choices: z.array(ChoiceRepresentation).check(z.describe('The possible answers.')),
      row: z
        .int()
        .check(z.describe('The first row that leaves it open, counted from 1.')),
      cells: z
        .optional(z.array(CellRepresentation))
        .check(z.describe(`What this row has, at most 8. ${bodyOnly}`)),
    })
    .check(
      z.meta({
        id: 'ImportQuestion',
        description:
          'What a table of an import leaves open, and neither its rows nor its headings tell.',
      }),
    ),
);

const formats = { day: (date: string) => date, number: String };

/** Returns a question as clients see it: values of the body only with the scope for them. */
export function presentQuestion(question: TableQuestion, scope: string) {
  const { id, kind, file_name, tables, example, row, cells } = question;
  const isShown = !isAboutBody(question) || coversScope(scope, 'measurements.read');
  const choices = questionChoices[kind].map((choice) => {
    const label = isShown ? formatChoice({ example }, choice, formats) : undefined;
    return { choice, ...compact({ label }) };
  });
  const known = { id, kind, file_name, tables, choices, row };
  return isShown ? { ...known, text: questionTexts.en[kind](example), cells } : known;
}

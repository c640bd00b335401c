import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import { formatChoice, questionTexts } from './tables/table-questions.texts.ts';
import {
  type QuestionKind,
  questionChoices,
  type TableQuestion,
} from './tables/table-questions.ts';

const kinds = Object.keys(questionChoices) as QuestionKind[];
const choices = [...new Set(Object.values(questionChoices).flat())];

const ChoiceRepresentation = deferred(() =>
  z
    .object({
      choice: z.enum(choices).check(z.describe('What is sent as the answer.')),
      label: described(z.string(), 'The example, if this is the answer.', '2026-04-03'),
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
      file_name: described(z.string(), 'The table, as files are named.', 'weight.csv'),
      text: described(
        z.string(),
        'The question.',
        questionTexts.en.day_order('03/04/2026'),
      ),
      choices: z.array(ChoiceRepresentation).check(z.describe('The possible answers.')),
      row: z
        .int()
        .check(z.describe('The first row that leaves it open, counted from 1.')),
      cells: z
        .array(CellRepresentation)
        .check(z.describe('What this row has, at most 8.')),
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

/** Returns a question as clients see it. */
export function presentQuestion({
  id,
  kind,
  file_name,
  example,
  row,
  cells,
}: TableQuestion) {
  return {
    id,
    kind,
    file_name,
    text: questionTexts.en[kind](example),
    choices: questionChoices[kind].map((choice) => ({
      choice,
      label: formatChoice({ example }, choice, formats),
    })),
    row,
    cells,
  };
}

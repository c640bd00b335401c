import * as z from 'zod/mini';
import type { ImportJob } from '../file-import.ts';
import {
  type QuestionChoice,
  questionChoices,
  type TableAnswer,
  type TableQuestion,
} from '../tables/table-questions.ts';

/** The choices by the ids of the questions. */
type Choices = Readonly<Record<string, string>>;

/** Builds the schema of the answers to some questions: exactly one choice for each. */
export function buildAnswersSchema(questions: readonly TableQuestion[], sent: Choices) {
  const unknown = z.custom<never>(() => false, 'is the id of no open question');
  const shape: Record<string, z.ZodMiniType<QuestionChoice>> = {
    ...Object.fromEntries(Object.keys(sent).map((id) => [id, unknown])),
    ...Object.fromEntries(
      questions.map(({ id, kind }) => [id, z.enum(questionChoices[kind])]),
    ),
  };
  return z.object({ answers: z.object(shape) });
}

/** Returns the answers to those questions that have one of their choices. */
export function readAnswers(
  questions: readonly TableQuestion[],
  sent: Readonly<Record<string, unknown>>,
): TableAnswer[] {
  return questions.flatMap(({ id, kind, headings, file_name }) => {
    const choices: readonly QuestionChoice[] = questionChoices[kind];
    const choice = choices.find((each) => each === sent[id]);
    return choice ? { id, kind, headings, file_name, choice } : [];
  });
}

/** Returns whether an import was answered, by nothing else than these choices. */
export function isAnsweredAs({ answers = [] }: ImportJob, choices: Choices): boolean {
  const known = new Map<string, string>(answers.map(({ id, choice }) => [id, choice]));
  const sent = Object.entries(choices);
  return sent.length > 0 && sent.every(([id, choice]) => known.get(id) === choice);
}

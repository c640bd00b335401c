import * as z from 'zod/mini';
import type { ImportJob } from '../file-import.ts';
import {
  type QuestionChoice,
  questionChoices,
  type TableAnswer,
  type TableQuestion,
} from '../tables/table-questions.ts';

/** An import that waits until what its tables leave open is answered. */
type AskingImport = ImportJob & Required<Pick<ImportJob, 'questions'>>;

/** Returns whether an import waits for answers. */
export function needsAnswer(job: ImportJob): job is AskingImport {
  return job.state === 'needs_answer' && job.questions !== undefined;
}

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

/** Returns the answers to some questions by the choices, which their schema has checked. */
export function toAnswers(
  questions: readonly TableQuestion[],
  choices: Readonly<Record<string, QuestionChoice>>,
): TableAnswer[] {
  return questions.flatMap(({ id, kind, file_name }) => {
    const { [id]: choice } = choices;
    return choice ? { id, kind, file_name, choice } : [];
  });
}

/** Returns whether an import was answered, by nothing else than these choices. */
export function isAnsweredAs({ answers = [] }: ImportJob, choices: Choices): boolean {
  const known = new Map<string, string>(answers.map(({ id, choice }) => [id, choice]));
  const sent = Object.entries(choices);
  return sent.length > 0 && sent.every(([id, choice]) => known.get(id) === choice);
}

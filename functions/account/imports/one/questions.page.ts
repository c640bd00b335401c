import type { AccountContext } from '#functions/account/account-context.ts';
import type { AskingImport } from '#functions/diary/file-import/file-import.ts';
import {
  formatChoice,
  questionTexts,
} from '#functions/diary/file-import/tables/table-questions.texts.ts';
import {
  questionChoices,
  type TableQuestion,
} from '#functions/diary/file-import/tables/table-questions.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderButton, renderForm, renderRadios } from '#shared/pages/form.ts';
import { importsTexts } from '../imports.texts.ts';

/** The choices of a form that misses some. */
export type ChosenAnswers = Readonly<Record<string, unknown>>;

/** Renders the form that answers the questions of an import. */
export function renderQuestions(
  { id, questions }: AskingImport,
  account: AccountContext,
  chosen: ChosenAnswers | undefined,
): Html {
  const { language, form_token, pages } = account;
  const { button } = importsTexts[language].questions;
  const fields = questions.map((question) => renderQuestion(question, account, chosen));
  return renderForm({
    form_token,
    action: pages.account('import'),
    hidden: { id, action: 'answer' },
    hasProblems: true,
    body: html`${fields}${renderButton({ label: button })}`,
  });
}

function renderQuestion(
  question: TableQuestion,
  { language, formats }: AccountContext,
  chosen: ChosenAnswers | undefined,
): Html {
  const { id, kind, file_name, tables, example, row, cells } = question;
  const labels = importsTexts[language].questions;
  const values = cells.map(({ heading, value }) => `${heading}: ${value}`).join(' · ');
  const others = tables > 1 ? `. ${labels.others(tables - 1)}` : '';
  const exampleFormats = { day: formats.longDate, number: formats.amount };
  const options = questionChoices[kind].map((choice) => ({
    value: choice,
    label: formatChoice(question, choice, exampleFormats),
  }));
  const value = options.find((option) => option.value === chosen?.[id])?.value;
  return renderRadios({
    name: id,
    legend: questionTexts[language][kind](example),
    hint: `${labels.row(file_name, formats.amount(row))} ${values}${others}`,
    options,
    value,
    problem: chosen && value === undefined ? labels.missing : undefined,
  });
}

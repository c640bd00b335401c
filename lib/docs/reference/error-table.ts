import { type ErrorCode, errors } from '#shared/errors/errors.ts';
import { getErrorStatus } from '#shared/http/error-status.ts';
import { getErrorMessage } from './error-message.ts';
import { renderMarkdownTable } from './markdown-table.ts';

const head = ['Error', 'Status', 'OAuth code', 'Diary code', 'Message'];

const introduction = [
  'All errors of the functions. The main API returns a 400 as',
  '`_diagnostics.validation_failures` and any other error as `errors`. The token endpoints return',
  'the OAuth code and the diary its own code, both with the message as `error_description`.',
  '`<...>` is a detail of the request.',
  '',
  '`npm run docs` makes this page from `shared/errors/errors.ts`.',
].join('\n');

/** Renders the page of all errors, in Markdown. */
export function renderErrorDocument(): string {
  return `# Errors

${introduction}

${renderErrorTable()}
`;
}

/** Renders the table of all errors, sorted by status, in Markdown. */
export function renderErrorTable(): string {
  const codes = Object.keys(errors) as ErrorCode[];
  const sorted = codes.toSorted(
    (one, other) => errors[one].status - errors[other].status,
  );
  return renderMarkdownTable(head, sorted.map(renderRow));
}

function renderRow(code: ErrorCode): string[] {
  const { oauth, status } = errors[code];
  return [
    `\`${code}\``,
    String(status),
    `\`${oauth}\``,
    renderDiaryCode(code),
    escapeMarkdown(getErrorMessage(code)),
  ];
}

function escapeMarkdown(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|');
}

/** Renders the code of the diary, with the status if it differs. */
function renderDiaryCode(code: ErrorCode): string {
  const { diary, status } = errors[code];
  const diaryStatus = getErrorStatus('diary', code);
  return diaryStatus === status
    ? `\`${diary.code}\``
    : `\`${diary.code}\` (${diaryStatus})`;
}

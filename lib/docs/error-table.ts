import { type ErrorCode, errors } from '#shared/errors/errors.ts';
import { statusIn } from '#shared/http/error-status.ts';
import { markdownTable } from './markdown-table.ts';
import { sentenceOf } from './sentence.ts';

const head = ['Error', 'Status', 'OAuth code', 'Diary code', 'What it says'];

function row(code: ErrorCode): string[] {
  const { oauth, diary, status } = errors[code];
  const ofDiary = statusIn('diary', code);
  return [
    `\`${code}\``,
    String(status),
    `\`${oauth}\``,
    `\`${diary.code}\`${ofDiary === status ? '' : ` (${ofDiary})`}`,
    sentenceOf(code).replace(/</g, '&lt;').replace(/\|/g, '\\|'),
  ];
}

/** The page of every error of the service, in Markdown. */
export function errorTable(): string {
  const codes = (Object.keys(errors) as ErrorCode[]).toSorted(
    (one, other) => errors[one].status - errors[other].status,
  );
  return `# Errors

Every error that the functions answer. The main interface answers a 400 as \`_diagnostics.validation_failures\` and all
else as \`errors\`; the token endpoints answer the OAuth code, the diary its own code, each with the sentence as its
description. \`<...>\` stands for what a request decides.

This page is made by \`npm run docs\` from \`shared/errors/errors.ts\`.

${markdownTable(head, codes.map(row))}
`;
}

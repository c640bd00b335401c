import { type ErrorCode, errors, getErrorCodes } from '#shared/errors/errors.ts';
import type { EndpointEntry } from '../../endpoints.ts';
import { getErrorMessage } from './errors.ts';
import { describeAuth, hosts } from './labels.ts';
import type { ApiReference } from './reference.ts';

const endpointColumns = ['Method', 'Path', 'Versions', 'Auth', 'Purpose'];

/** Renders the table of endpoints of each host, in Markdown. */
export function renderEndpointTable({ entries }: ApiReference): string {
  const byHost = Map.groupBy(entries, ({ endpoint }) => endpoint.host);
  const tables = [...byHost].map(([host, hostEntries]) => {
    const rows = hostEntries.map(toEndpointCells);
    const table = renderMarkdownTable(endpointColumns, rows);
    return `Under \`{${hosts[host].name}}\`:\n\n${table}\n`;
  });
  return tables.join('\n');
}

function toEndpointCells({ endpoint }: EndpointEntry): string[] {
  const { method, path, versions, summary } = endpoint;
  return [method, `\`${path}\``, versions.join(', '), describeAuth(endpoint), summary];
}

/** Renders the page of all errors, in Markdown. */
export function renderErrorDocument(): string {
  return `# Errors

All errors of the functions. The main API returns a 400 as
\`_diagnostics.validation_failures\` and any other error as \`errors\`. The token endpoints return
the OAuth code and the diary its own code, both with the message as \`error_description\`.
\`{...}\` is a detail of the request.

\`npm run docs\` makes this page from \`shared/errors/errors.ts\`.

${renderErrorTable()}
`;
}

const errorColumns = ['Error', 'Status', 'OAuth code', 'Diary code', 'Message'];

/** Renders the table of all errors, sorted by status, in Markdown. */
export function renderErrorTable(): string {
  const codes = Object.keys(errors) as ErrorCode[];
  const sorted = codes.toSorted(
    (one, other) => errors[one].status - errors[other].status,
  );
  return renderMarkdownTable(errorColumns, sorted.map(toErrorCells));
}

function toErrorCells(code: ErrorCode): string[] {
  const { status } = errors[code];
  const { oauth, diary, diaryStatus } = getErrorCodes(code);
  const differentStatus = diaryStatus === status ? '' : ` (${diaryStatus})`;
  const message = getErrorMessage(code).replaceAll('|', '\\|');
  return [
    `\`${code}\``,
    String(status),
    `\`${oauth}\``,
    `\`${diary}\`${differentStatus}`,
    message,
  ];
}

/** The cells of a row. */
type Cells = readonly string[];

/** Markdown requires a rule of at least three hyphens in each column. */
const minWidth = 3;

/**
 * Renders a Markdown table. Its columns are as wide as their widest cells, as Biome formats them.
 */
export function renderMarkdownTable(head: Cells, rows: readonly Cells[]): string {
  const widths = head.map((_, column) => {
    const lengths = [head, ...rows].map((cells) => cells[column]?.length ?? 0);
    return Math.max(minWidth, ...lengths);
  });
  const rule = widths.map((width) => '-'.repeat(width));
  const lines = [head, rule, ...rows].map((cells) => {
    const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `| ${padded.join(' | ')} |`;
  });
  return lines.join('\n');
}

/**
 * Replaces the text between the markers `<!-- name -->` and `<!-- /name -->`. Throws if the text
 * has no such markers.
 */
export function replaceSection(text: string, name: string, content: string): string {
  const markers = new RegExp(`(<!-- ${name} -->\n).*?(<!-- /${name} -->)`, 's');
  if (!markers.test(text))
    throw new Error(`The text has no section between <!-- ${name} --> markers.`);
  return text.replace(
    markers,
    (_, open, close) => `${open}\n${content.trimEnd()}\n\n${close}`,
  );
}

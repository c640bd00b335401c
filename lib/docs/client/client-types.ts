import './compiler-api.ts';
import type { EndpointEntry } from '../../endpoints.ts';

interface Parameter {
  name?: string;
}

/** The headers of the diary that the typed client sets itself. */
const ownHeaders: readonly unknown[] = ['svc-client-id', 'svc-user-id'];

/** Removes these headers from lists of parameters. A replacer for `JSON.stringify`. */
function removeOwnHeaders(_: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.filter((item: Parameter | null) => !ownHeaders.includes(item?.name));
}

/** Generates the types of the typed client from an OpenAPI document. */
export async function generateClientTypes(document: object): Promise<string> {
  // A static import would run before `compiler-api.ts` provides the compiler of the generator.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const withoutOwnHeaders = JSON.parse(JSON.stringify(document, removeOwnHeaders));
  // A client can omit members and parameters that have a default.
  const options = { defaultNonNullable: false };
  return wrapLines(astToString(await openapiTS(withoutOwnHeaders, options)));
}

/** Generates the client's module with the paths whose POST accepts an `Idempotency-Key`. */
export function generateCreatingPaths(entries: readonly EndpointEntry[]): string {
  const creating = entries.filter(
    ({ endpoint: { method, request } }) =>
      method === 'POST' && request?.headers?.['Idempotency-Key'] !== undefined,
  );
  const lines = creating.map(({ endpoint }) => `  '${endpoint.path}',\n`);
  return `/** The paths, below the version, whose POST accepts an \`Idempotency-Key\`. */
export const creatingPaths = [
${lines.join('')}];
`;
}

const width = 100;

/** Splits a text into lines of at most `length` characters, between words. */
function wrapText(text: string, length: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const extended = `${lines.at(-1)} ${word}`.trimStart();
    if (extended.length <= length) lines[lines.length - 1] = extended;
    else lines.push(word);
  }
  return lines.filter((line) => line !== '');
}

/** Wraps a comment of one line, which begins with `/**`, or a line of a longer comment. */
function wrapComment(indent: string, opening: string, text: string, closing: string) {
  const isOneLineComment = opening === '/**';
  const prefix = isOneLineComment ? `${indent} * ` : `${indent}* `;
  const lines = wrapText(text, width - prefix.length).map((line) => prefix + line);
  return isOneLineComment ? [`${indent}/**`, ...lines, `${indent} ${closing}`] : lines;
}

/** Matches the indentation, opening, text and closing of a comment's line. */
const commentLine = /^( *)(\/\*\*|\*) (.*?)(?: (\*\/))?$/;
/** Matches the colon between a member and its union of types. */
const unionStart = /: (?=.* \| )/;
/** Matches a bar between two types, unless the bar already begins a line. */
const unionSeparator = /(?<!\n *) \| /g;

function wrapLine(line: string): string[] {
  if (line.length <= width) return [line];

  const comment = commentLine.exec(line);
  if (comment) {
    const [, indent = '', opening = '', text = '', closing = ''] = comment;
    return wrapComment(indent, opening, text, closing);
  }
  // Only unions of types remain. Each type gets its own line, four columns deeper.
  const indent = ' '.repeat(line.search(/\S/) + 4);
  return line
    .replace(unionStart, `:\n${indent}| `)
    .replaceAll(unionSeparator, `\n${indent}| `)
    .split('\n');
}

/** Wraps the comments and unions of generated types at 100 columns. */
export function wrapLines(source: string): string {
  return source.split('\n').flatMap(wrapLine).join('\n');
}

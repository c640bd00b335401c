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

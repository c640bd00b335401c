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

/** Wraps a comment of one line, or a line of a longer comment. */
function wrapComment(indent: string, opening: string, text: string, closing: string) {
  const isWhole = opening === '/**';
  const prefix = isWhole ? `${indent} * ` : `${indent}* `;
  const lines = wrapText(text, width - prefix.length).map((line) => prefix + line);
  return isWhole ? [`${indent}/**`, ...lines, `${indent} ${closing}`] : lines;
}

function wrapLine(line: string): string[] {
  if (line.length <= width) return [line];

  const comment = /^( *)(\/\*\*|\*) (.*?)(?: (\*\/))?$/.exec(line);
  if (comment) {
    const [, indent = '', opening = '', text = '', closing = ''] = comment;
    return wrapComment(indent, opening, text, closing);
  }
  // A union of types: each on a line of its own.
  const indent = ' '.repeat(line.search(/\S/) + 4);
  return line
    .replace(/: (?=.* \| )/, `:\n${indent}| `)
    .replaceAll(/(?<!\n *) \| /g, `\n${indent}| `)
    .split('\n');
}

/** Wraps the comments and unions of generated types at 100 columns. */
export function wrapLines(source: string): string {
  return source.split('\n').flatMap(wrapLine).join('\n');
}

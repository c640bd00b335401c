import { type Pieces, readStart } from './pieces.ts';
import type { ReadTable } from './scan-table.ts';

/** A table with the name of its file. */
export interface NamedTable {
  name: string;
  read: ReadTable;
}

/** The sections of a whole export of FDDB that are tables of what is kept here, and the others. */
const readSections = ['diary', 'userhistory'];
const otherSections = [
  'community',
  'friends',
  'images',
  'lists',
  'marker',
  'newitems',
  'profile',
  'reviews',
  'transactions',
];
const sections: ReadonlySet<string> = new Set([...readSections, ...otherSections]);

/** The most bytes of a line that are kept until its end. */
const maxLineLength = 1024 * 1024;

/**
 * Lists the tables of a file: mostly the file itself. A whole export of FDDB has several, each
 * after a line with its name.
 */
export async function* listTables(
  read: ReadTable,
  name: string,
): AsyncGenerator<NamedTable, void, undefined> {
  const start = await readStart(read());
  const [first = ''] = start.toString('latin1').split('\n', 1);
  if (findSection(first) === undefined) {
    yield { name, read };
    return;
  }
  for (const section of readSections)
    yield { name: `${name}: ${section}`, read: () => readSection(read(), section) };
}

/** Returns the section that begins after a line, e.g. `diary;`. */
function findSection(line: string): string | undefined {
  const [, name = ''] = /^(?:\u{ef}\u{bb}\u{bf})?"?([a-z]+)"?;*\r?$/u.exec(line) ?? [];
  return sections.has(name) ? name : undefined;
}

/** Reads the lines of a section. */
async function* readSection(pieces: Pieces, wanted: string): Pieces {
  let section: string | undefined;
  let rest = '';
  for (;;) {
    const { done, value } = await pieces.next();
    const text = done ? rest : rest + value.toString('latin1');
    const isEnd = done || text.length > maxLineLength;
    const end = isEnd ? text.length : text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    let kept = '';
    for (const line of text.slice(0, end).split(/(?<=\n)/)) {
      const begun = findSection(line.replace(/\n$/, ''));
      if (begun !== undefined) section = begun;
      else if (section === wanted) kept += line;
    }
    if (kept !== '') yield Buffer.from(kept, 'latin1');
    if (done) return value;
  }
}

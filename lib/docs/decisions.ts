import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../paths.ts';

const folder = 'docs/decisions';

/** Generates the index of the decision records, by the titles of their pages. */
export function generateDecisionIndex(): { path: string; content: string } {
  const records = globSync(`${folder}/[0-9]*.md`, { cwd: root }).sort();
  const content = [
    '# Decisions',
    '',
    'Choices that someone could question, with their reasons and what was rejected. `npm run docs`',
    'writes this list. [wire.md](wire.md) has the behavior that the specification leaves open.',
    '',
    ...records.map(toItem),
    '',
  ].join('\n');
  return { path: `${folder}/README.md`, content };
}

/** The title begins with the number of the record. */
function toItem(path: string): string {
  const [, title = ''] = /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8')) ?? [];
  return `- [${title}](${basename(path)})`;
}

import { readFile, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { styleText } from 'node:util';

/** Returns the recipient, the subject and the links of a mail, as `npm start` prints them. */
export function formatMail(message: string): string {
  const [headers = '', ...parts] = message.split('\n\n');
  const getHeader = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(headers)?.[1] ?? '';
  // In the text of a mail, each link is alone on its line.
  const links = parts.join('\n\n').match(/^https?:\/\/\S+$/gm) ?? [];
  const title = `Mail to ${getHeader('To')}: ${getHeader('Subject')}`;
  const lines = [`${styleText('cyan', '---')}  ${title}`, ...links];
  return lines.join('\n     ');
}

/** Calls `print` for each mail that arrives in a folder, until the signal aborts. */
export async function watchMail(
  folder: string,
  print: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const printed = new Set<string>();
  try {
    for await (const { filename } of watch(folder, { signal })) {
      if (!filename?.endsWith('.eml') || printed.has(filename)) continue;
      printed.add(filename);
      const message = await readFile(join(folder, filename), 'utf8').catch(() => '');
      if (message !== '') print(formatMail(message));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

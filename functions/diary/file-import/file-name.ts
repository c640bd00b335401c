import { cleanText } from '#shared/contract/schema.ts';

/** Returns a name that archives accept, and that pages can show. */
export function cleanFileName(name: string): string {
  const cleaned = cleanText(name, 255).replaceAll(/[\\/:]/g, '_');
  return ['', '.', '..'].includes(cleaned) ? 'file' : cleaned;
}

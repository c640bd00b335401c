import { describe, expect, it } from 'vitest';
import { generateDocuments, readDocument } from './documents.ts';

const documents = await generateDocuments();

describe('the generated files', () => {
  it.each(documents.map(({ path, content }) => [path, content]))(
    'include %s, which is current; if not, run npm run docs',
    async (path, content) => {
      expect(await readDocument(path)).toBe(content);
    },
  );

  it('include sections of pages, between their markers', () => {
    const paths = documents.map(({ path }) => path);
    expect(paths).toContain('docs/endpoints.md');
  });
});

import { Marked, type Tokens } from 'marked';
import { html } from '#shared/html/html.ts';

/** A heading of a page, for the list of its sections. */
export interface Heading {
  id: string;
  text: string;
}

/** A rendered page. */
export interface RenderedMarkdown {
  title: string;
  headings: readonly Heading[];
  html: string;
}

/** Returns the URL of a link, or undefined if the site has no page for the link. */
type ResolveLink = (href: string) => string | undefined;

/** Headings of samples, which many sections have. */
const sampleHeadings: readonly string[] = ['TypeScript', 'Python', 'curl', 'Response'];

/**
 * Renders Markdown: headings get ids, and samples a button that copies them. The id of a sample's
 * heading begins with that of its section, e.g. `add-entries-python`.
 */
export function renderMarkdown(text: string, resolveLink: ResolveLink): RenderedMarkdown {
  const headings: Heading[] = [];
  let title = '';
  let section = '';
  const marked = new Marked({
    renderer: {
      heading(token) {
        const content = this.parser.parseInline(token.tokens);
        const isSample = sampleHeadings.includes(token.text);
        const name = isSample ? `${section} ${token.text}` : token.text;
        const heading = { id: toId(name), text: removeMarkup(token.text) };
        if (!isSample) section = heading.text;
        if (token.depth === 1) title = heading.text;
        if (token.depth === 2) headings.push(heading);
        return `<h${token.depth} id="${heading.id}">${content}</h${token.depth}>\n`;
      },
      code: renderSample,
      link(token) {
        const content = this.parser.parseInline(token.tokens);
        const href = resolveLink(token.href);
        return href === undefined ? content : `<a href="${href}">${content}</a>`;
      },
      table(token) {
        const toRow = (cells: readonly Tokens.TableCell[]) =>
          `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>\n`;
        const rows = [token.header, ...token.rows].map(toRow);
        return renderTable(rows.join(''), section);
      },
    },
  });
  const content = marked.parse(text, { async: false });
  return { title, headings, html: content };
}

function renderSample({ text }: Tokens.Code): string {
  return html`<div class="sample">
<pre tabindex="0"><code>${text}</code></pre>
<button type="button" hidden>Copy</button>
</div>
`.html;
}

/**
 * Renders a table in a region that scrolls by itself if the table is wide. The region needs a name,
 * and the focus to scroll by keyboard.
 */
function renderTable(rows: string, section: string): string {
  return html`<div class="table" tabindex="0" role="region" aria-label="Table: ${section}">
<table>
${{ html: rows }}</table>
</div>
`.html;
}

function removeMarkup(text: string): string {
  return text.replaceAll('`', '');
}

/** Converts a heading to an id, as GitHub does. */
function toId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

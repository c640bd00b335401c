import { Marked, type Renderer, type Tokens } from 'marked';
import { type Html, html } from '#shared/html/html.ts';
import { highlight, isLanguage, languageNames } from './highlight.ts';
import { renderHeading, renderSample, renderTableRegion } from './parts.ts';

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

/** Shows HTML in Markdown as text, so that `<id>` does not vanish. Comments stay invisible. */
const renderer: Pick<Renderer, 'html'> = {
  html: ({ text }) => (text.startsWith('<!--') ? '' : html`${text}`.html),
};

const inline = new Marked({ renderer });

/** Renders the Markdown of a line, as descriptions have it. */
export function renderInline(text: string): Html {
  return { html: inline.parseInline(text, { async: false }) };
}

/** Headings of samples, which many sections have. */
const sampleHeadings: readonly string[] = ['TypeScript', 'Python', 'curl', 'Response'];

/**
 * Renders Markdown: headings get ids, and samples captions. The id of a sample's heading begins
 * with that of its section, e.g. `add-entries-python`.
 */
export function renderMarkdown(text: string, resolveLink: ResolveLink): RenderedMarkdown {
  const headings: Heading[] = [];
  const number = createNumbering();
  let title = '';
  let section = '';
  const marked = new Marked({
    renderer: {
      ...renderer,
      heading({ depth, text: source, tokens }) {
        const content = { html: this.parser.parseInline(tokens) };
        const isSample = sampleHeadings.includes(source);
        const heading = {
          id: number(toId(isSample ? `${section} ${source}` : source)),
          text: removeMarkup(source),
        };
        if (!isSample) section = heading.text;
        if (depth === 1) title = heading.text;
        if (depth === 2) headings.push(heading);
        return renderHeading(depth, heading.id, content).html;
      },
      code: ({ text: code, lang = '' }) => renderCodeBlock(code, lang).html,
      link(token) {
        const content = { html: this.parser.parseInline(token.tokens) };
        const href = resolveLink(token.href);
        return href === undefined
          ? content.html
          : html`<a href="${href}">${content}</a>`.html;
      },
      table({ header, rows }) {
        const toRow = (cells: readonly Tokens.TableCell[]) =>
          `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>\n`;
        const body = { html: rows.map(toRow).join('') };
        return renderTableRegion(section, { html: toRow(header) }, body).html;
      },
    },
  });
  const content = marked.parse(text, { async: false });
  return { title, headings, html: content };
}

function renderCodeBlock(code: string, language: string): Html {
  if (!isLanguage(language)) return renderSample(code);
  return renderSample(highlight(code, language), languageNames[language]);
}

function removeMarkup(text: string): string {
  return text.replaceAll('`', '');
}

/** Returns a function that adds a number to an id from its second use on, as GitHub does. */
function createNumbering(): (id: string) => string {
  const counts = new Map<string, number>();
  return (id) => {
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}

/** Converts a heading to an id, as GitHub does. */
function toId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

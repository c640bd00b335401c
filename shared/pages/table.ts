import { type Html, html } from '../html/html.ts';

interface Column {
  label: string;
  /** The unit of the numbers. The cells then have none. */
  unit?: string;
  /** Whether the column has numbers, which are aligned to the right. Defaults to false. */
  isNumber?: boolean;
  /** Whether it has names that people chose, which can be long. Defaults to false. */
  hasNames?: boolean;
}

interface Table {
  caption: string;
  /** The first column has the name of the row. */
  columns: readonly Column[];
  /** The cells of each row, one for each column. */
  rows: readonly (readonly (Html | string)[])[];
}

/**
 * Renders a table. A table that is wider than the page scrolls by itself, also by keyboard, so it
 * is a named region that can have the focus.
 */
export function renderTable({ caption, columns, rows }: Table): Html {
  const head = columns.map(({ label, unit, isNumber = false }) => {
    const text = unit === undefined ? label : `${label} (${unit})`;
    return html`<th scope="col"${isNumber && { html: ' class="number"' }}>${text}</th>\n`;
  });
  const body = rows.map(
    (cells) => html`<tr>
${cells.map((cell, index) => renderCell(cell, index, columns[index]))}</tr>
`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
<table>
<caption>${caption}</caption>
<thead><tr>
${head}</tr></thead>
<tbody>
${body}</tbody>
</table>
</div>
`;
}

function renderCell(
  cell: Html | string,
  index: number,
  { isNumber = false, hasNames = false }: Partial<Column> = {},
): Html {
  if (index === 0) {
    return html`<th scope="row"${hasNames && { html: ' class="name"' }}>${cell}</th>\n`;
  }
  return html`<td${isNumber && { html: ' class="number"' }}>${cell}</td>\n`;
}

import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { isPersonalClient } from '#shared/auth/principal.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard } from '#shared/pages/card.ts';
import { renderDisclosure } from '#shared/pages/form.ts';
import { renderTable } from '#shared/pages/table.ts';
import type { ReadMark } from '#shared/quota/read-marks.ts';
import { type ReadsTexts, readsTexts } from './reads.texts.ts';
import { type ReadingClient, sumReads } from './reads.ts';

/** Names a client as the person knows it. Personal access tokens have one for all of them. */
function nameReader({ client_id, name }: ReadingClient, labels: ReadsTexts): string {
  return isPersonalClient(client_id) ? labels.scripts : (name ?? client_id);
}

/** Renders what a client has read, by the kind of data. */
export function renderReads(
  client: ReadingClient,
  { language, formats, pages }: AccountContext,
): Html {
  const { client_id, marks } = client;
  const labels = readsTexts[language];
  const name = nameReader(client, labels);
  const query = new URLSearchParams({ reads: client_id });
  const table = renderTable({
    caption: labels.caption(name),
    columns: [
      { label: labels.data },
      { label: labels.reads, isNumber: true },
      { label: labels.lastReadOn },
      { label: labels.dates },
    ],
    rows: sumReads(marks).map((sum) => [
      labels.kinds[sum.kind],
      formats.amount(sum.reads),
      formats.shortDate(sum.last_read_on),
      formatDates(sum, formats),
    ]),
  });
  const url = `${pages.account('applications')}?${query}`;
  const details = html`${table}<p><a href="${url}"
aria-label="${labels.dayByDayLabel(name)}">${labels.dayByDay}</a></p>
`;
  return renderDisclosure({
    summary: labels.summary,
    body: marks.length > 0 ? details : html`<p class="muted">${labels.nothing}</p>\n`,
  });
}

/** Renders what the user's scripts have read, and clients whose access has ended. */
export function renderOtherReaders(
  readers: readonly ReadingClient[],
  account: AccountContext,
): Html {
  const labels = readsTexts[account.language];
  const isScripts = ({ client_id }: ReadingClient) => isPersonalClient(client_id);
  const scripts = readers.filter(isScripts);
  const former = readers.filter((reader) => !isScripts(reader));
  const heading = html`<h2>${labels.former}</h2>
<p class="muted">${labels.formerHint}</p>
`;
  return html`${scripts.map((reader) => renderReader(reader, 2, account))}${
    former.length > 0 && heading
  }${former.map((reader) => renderReader(reader, 3, account))}`;
}

function renderReader(
  reader: ReadingClient,
  level: 2 | 3,
  account: AccountContext,
): Html {
  const title = nameReader(reader, readsTexts[account.language]);
  return renderCard({ title, level, body: renderReads(reader, account) });
}

/** Renders the page with what a client has read, day by day. */
export function renderReadsPage(client: ReadingClient, account: AccountContext): string {
  const { language, formats, pages } = account;
  const labels = readsTexts[language];
  const title = labels.caption(nameReader(client, labels));
  const table = renderTable({
    caption: title,
    columns: [
      { label: labels.day },
      { label: labels.data },
      { label: labels.reads, isNumber: true },
      { label: labels.dates },
    ],
    rows: client.marks.map((mark) => [
      formats.shortDay(mark.date),
      labels.kinds[mark.kind],
      formats.amount(mark.reads),
      formatDates(mark, formats),
    ]),
  });
  return renderAccountPage(account, {
    title,
    lead: labels.lead,
    body: html`${client.marks.length > 0 ? table : html`<p>${labels.nothing}</p>\n`}
<p class="muted">${labels.hint}</p>
<p><a href="${pages.account('applications')}">${labels.back}</a></p>
`,
  });
}

function formatDates(
  { earliest_date: earliest, latest_date: latest }: ReadMark,
  formats: AccountContext['formats'],
): string {
  if (earliest === undefined || latest === undefined) return '–';
  if (earliest === latest) return formats.longDate(earliest);
  return formats.dateRange(earliest, latest);
}

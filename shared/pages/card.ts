import { type Html, html, strong } from '../html/html.ts';

/** A state. Only one that needs attention is bad, and one that is no success yet is quiet. */
export interface Badge {
  label: string;
  isBad?: boolean;
  isQuiet?: boolean;
}

interface Card {
  title: Html | string;
  /** A line under the title. */
  subtitle?: Html | string | undefined;
  /** The level of the title, below that of the section. Defaults to 2. */
  level?: 2 | 3;
  /** A picture before the title. */
  logo?: Html | undefined;
  /** The state of what the card is about. */
  badge?: Badge | undefined;
  body: Html;
}

/** Renders a card: one thing, its state, its facts and what can be done with it. */
export function renderCard({
  title,
  subtitle,
  level = 2,
  logo,
  badge,
  body,
}: Card): Html {
  const heading = level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`;
  return html`<section class="card">
<header>
${logo}<div>${heading}${subtitle !== undefined && html`<p class="muted">${subtitle}</p>`}</div>
${badge && renderBadge(badge)}</header>
${body}</section>
`;
}

function renderBadge({ label, isBad, isQuiet }: Badge): Html {
  return html`<span class="badge${isBad && ' bad'}${isQuiet && ' quiet'}">${label}</span>`;
}

/**
 * Renders the logo of what has none: the first letter of its name. The stylesheet shows it, so that
 * text browsers do not read it as a word.
 */
export function renderLetterMark(name: string): Html {
  const [letter = ''] = name;
  return html`<span class="logo" data-letter="${letter.toUpperCase()}"></span>`;
}

/** Renders cards beside each other, as many as fit. */
export function renderCards(cards: readonly Html[]): Html {
  return html`<div class="cards">
${cards}</div>
`;
}

interface Fact {
  label: string;
  /** A fact without a value is left out. */
  value: Html | string | undefined;
}

/** Renders facts as pairs of a label and a value. Renders nothing if no value is known. */
export function renderFacts(facts: readonly Fact[]): Html {
  const known = facts.filter(({ value }) => value !== undefined);
  if (known.length === 0) return html``;
  return html`<dl class="facts">
${known.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>\n`)}</dl>
`;
}

export interface Statistic {
  label: string;
  /** The page with the details. */
  url?: string | undefined;
  /** An amount with its units, as in `42.3 km` or `2:05 min/100 m`. Its numbers are large. */
  value: string;
  /** Compares the value, as in `12% more than in the 7 days before`. */
  comparison?: string | undefined;
}

/** Renders large numbers beside each other, each with its unit and a comparison. */
export function renderStatistics(statistics: readonly Statistic[]): Html {
  const items = statistics.map(
    ({ label, url, value, comparison }) => html`<div>
<dt>${url === undefined ? label : html`<a href="${url}">${label}</a>`}</dt>
<dd>${emphasizeNumbers(value)}</dd>
${comparison !== undefined && html`<dd class="muted">${comparison}</dd>\n`}</div>
`,
  );
  return html`<dl class="stats">
${items}</dl>
`;
}

/** Marks the numbers of an amount, not those of its unit, or all of it if it has none. */
function emphasizeNumbers(value: string): Html {
  const parts = value.split(/((?<![\d/])\d(?:[\d.,:]*\d)?)/);
  if (parts.length === 1) return strong(value);
  return html`${parts.map((part, index) => (index % 2 === 1 ? strong(part) : html`${part}`))}`;
}

/**
 * The first part of the stylesheet: colors, text and the frame of the content. docs/design.md
 * describes its colors, sizes and components. Colors are custom properties with a value for each
 * color scheme, so a rule names no color itself.
 *
 * Pages that are in the template have this part only, because the template has them many times and
 * is limited to 1 MB.
 */
export const baseStylesheet = `
:root {
  color-scheme: light dark;
  --text: #14202b;
  --muted: #4f5e6b;
  --surface: #fff;
  --background: #f4f6f8;
  --border: #d5dde3;
  --control: #75838e;
  --accent: #0b6b4f;
  --accent-soft: #e2f2eb;
  --on-accent: #fff;
  --second: #b4540a;
  --danger: #b3261e;
  --danger-soft: #fcebe9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e8eef2;
    --muted: #a7b4be;
    --surface: #172029;
    --background: #0d1419;
    --border: #2d3a45;
    --control: #7b8a96;
    --accent: #5fd0a5;
    --accent-soft: #14332a;
    --on-accent: #06241a;
    --second: #f2a65e;
    --danger: #ff958c;
    --danger-soft: #3a1c1a;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  display: flex;
  flex-direction: column;
  min-height: 100vh;
  margin: 0;
  background: var(--background);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }

/* Text */
h1 { margin: 0 0 1.5rem; font-size: 1.75rem; line-height: 1.2; text-wrap: balance; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; line-height: 1.3; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1rem; line-height: 1.4; }
p, ul, ol { margin: 0 0 1rem; text-wrap: pretty; }
ul, ol { padding-left: 1.25rem; }
li + li { margin-top: .25rem; }
a { color: var(--accent); text-underline-offset: .15em; }
main { flex: 1; width: 100%; max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
main.box {
  flex: none;
  max-width: 28rem;
  margin: 6vh auto 3rem;
  padding: 2rem;
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: .75rem;
}
@media (max-width: 30rem) {
  main { padding: 1.25rem 1rem 4rem; }
  main.box {
    flex: 1;
    margin: 0;
    padding: 1.5rem 1rem;
    border: 0;
    border-radius: 0;
  }
}
`;

/** The rest of the stylesheet: the shell of the pages, and the components. */
export const stylesheet = `
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
pre {
  overflow-x: auto;
  padding: 1rem;
  background: var(--background);
  border: 1px solid var(--border);
  border-radius: .5rem;
}
.copy { white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
blockquote {
  margin: 0 0 1rem;
  padding-left: 1rem;
  border-left: .25rem solid var(--border);
}
.muted { color: var(--muted); font-size: .9375rem; }
.lead { margin-top: -1rem; color: var(--muted); }

/* Shell */
.skip { position: absolute; right: 100%; }
.skip:focus {
  left: 1rem;
  right: auto;
  top: .5rem;
  z-index: 2;
  padding: .5rem 1rem;
  background: var(--surface);
}
.top { background: var(--surface); border-bottom: 1px solid var(--border); }
.top > div, footer > div {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 1.5rem;
  max-width: 68rem;
  margin: 0 auto;
  padding: 0 1.25rem;
}
.brand {
  display: flex;
  align-items: center;
  gap: .5rem;
  padding: .875rem 0;
  color: inherit;
  font-weight: 700;
  text-decoration: none;
}
.brand svg { flex: none; width: 1.5rem; height: 1.5rem; color: var(--accent); }
.brand img { display: block; height: 1.75rem; }
.sections { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.sections a {
  padding: .875rem 0 .6875rem;
  color: var(--muted);
  border-bottom: 3px solid transparent;
  font-size: .9375rem;
  text-decoration: none;
}
.sections a:hover { color: inherit; }
.sections [aria-current] { color: inherit; border-color: var(--accent); font-weight: 600; }
.menu { position: relative; margin-left: auto; }
.menu summary { padding: .75rem 0; cursor: pointer; font-size: .9375rem; }
.menu > div {
  position: absolute;
  right: 0;
  z-index: 1;
  width: max-content;
  max-width: 80vw;
  padding: .5rem;
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: .5rem;
}
.menu a, .menu button {
  display: block;
  width: 100%;
  padding: .5rem .75rem;
  color: inherit;
  background: none;
  border: 0;
  border-radius: .25rem;
  font-weight: 400;
  text-align: left;
  text-decoration: none;
}
.menu a:hover, .menu button:hover { background: var(--accent-soft); }
.menu form { margin-top: .5rem; padding-top: .5rem; border-top: 1px solid var(--border); }
main.text > * { max-width: 42rem; }
footer {
  margin-top: auto;
  border-top: 1px solid var(--border);
  color: var(--muted);
  font-size: .875rem;
}
footer > div { padding: .75rem 1.25rem; }
footer a { padding: .25rem 0; color: inherit; }

/* Notices */
.notice, .success, .error {
  margin: 0 0 1.5rem;
  padding: .75rem 1rem;
  background: var(--accent-soft);
  border-left: .25rem solid var(--accent);
  border-radius: .25rem;
}
.error { background: var(--danger-soft); border-color: var(--danger); }
.error:focus-visible, .success:focus-visible { outline: 0; }
.empty {
  margin-bottom: 1.5rem;
  padding: 2.5rem 1.5rem;
  border: 1px dashed var(--control);
  border-radius: .75rem;
  text-align: center;
}
.empty h2 { margin-top: 0; }
.empty > :last-child { margin-bottom: 0; }
.empty .actions { justify-content: center; }

/* Cards */
.card, .stats > div, .scroll, .chart {
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: .75rem;
}
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr));
  gap: 1rem;
  margin-bottom: 1.5rem;
}
.card {
  margin: 0 0 1rem;
  padding: 1.25rem;
}
.cards > .card { margin: 0; }
.card > :last-child, .card > form:last-child > :last-child { margin-bottom: 0; }
.card > header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: .5rem .75rem;
  margin-bottom: .75rem;
}
.card > header > div { flex: 1 1 9rem; min-width: 0; }
.card h2, .card h3, .chart h2 { margin: 0; font-size: 1.0625rem; }
.card header p, .chart figcaption p, .entry p, .facts dd { margin: 0; }
.badge {
  padding: .125rem .625rem;
  background: var(--accent-soft);
  border: 1px solid var(--accent);
  border-radius: 1rem;
  font-size: .8125rem;
  white-space: nowrap;
}
.badge.bad { background: var(--danger-soft); border-color: var(--danger); }
.facts {
  display: grid;
  grid-template-columns: fit-content(45%) 1fr;
  gap: .25rem 1rem;
  margin: 0 0 1rem;
  font-size: .9375rem;
}
.facts dt { color: var(--muted); overflow-wrap: break-word; }
.stats {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr));
  gap: 1rem;
  margin: 0 0 1.5rem;
}
/* Many statistics are in at most three columns, so that the rows are full. */
.stats:has(> :nth-child(5)) {
  grid-template-columns: repeat(auto-fit, minmax(min(100%, max(9.5rem, 30%)), 1fr));
}
.stats > div {
  padding: .75rem 1rem;
}
.stats dt { color: var(--muted); font-size: .875rem; }
.stats dd { margin: 0; font-size: .875rem; }
.stats strong { font-size: 1.75rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
.stats .muted { font-size: .8125rem; }
.card .stats {
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 6.5rem), 1fr));
  gap: .5rem .75rem;
  margin-bottom: 1rem;
}
.card .stats > div { padding: 0; border: 0; }
.card .stats strong { font-size: 1.125rem; white-space: nowrap; }
.entry { display: flex; justify-content: space-between; gap: 1rem; }
.links { margin: 0; padding: 0; list-style: none; }
.links li { margin: 0; padding: .625rem 0; border-top: 1px solid var(--border); }
.links li:first-child { border-top: 0; padding-top: 0; }
.links li:last-child { padding-bottom: 0; }
.logo {
  display: inline-block;
  flex: none;
  width: 1.75rem;
  padding: .375rem;
  color: var(--accent);
  background: var(--accent-soft);
  border: 1px solid var(--border);
  border-radius: 50%;
  box-sizing: content-box;
  font-size: 1.125rem;
  font-weight: 700;
  line-height: 1.75rem;
  text-align: center;
}
.logo + h1 { margin-top: .75rem; }
.logo[data-letter]::before { content: attr(data-letter) / ""; }

.columns {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  gap: 1.5rem 2rem;
  align-items: start;
  margin-bottom: 1.5rem;
}
.head, .toolbar { display: flex; flex-wrap: wrap; justify-content: space-between; }
.head { align-items: center; gap: .5rem 1rem; margin-bottom: .75rem; }
.head h2 { margin: 0; }

/* Tables */
.scroll {
  overflow-x: auto;
  margin-bottom: 1.5rem;
  padding: 1rem 1.25rem;
  overflow-wrap: normal;
}
.card .scroll { padding: 0; border: 0; }
tbody tr:last-child > * { border-bottom: 0; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
caption { padding-bottom: .5rem; color: var(--muted); text-align: left; }
th, td {
  padding: .5rem .75rem .5rem 0;
  border-bottom: 1px solid var(--border);
  text-align: left;
  vertical-align: top;
}
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--muted); font-size: .8125rem; vertical-align: bottom; }
tbody th { font-weight: 400; white-space: nowrap; }
tbody .name { min-width: 8rem; white-space: normal; overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead .number { white-space: normal; }

/* Charts */
.chart {
  margin: 0 0 1rem;
  padding: 1.25rem;
}
.chart figcaption { margin-bottom: .75rem; }
.plot { display: flex; gap: .5rem; }
.ticks {
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  height: 176px;
  margin: 0;
  color: var(--muted);
  font-size: .75rem;
  line-height: 1rem;
  text-align: right;
  white-space: nowrap;
}
.chart svg { flex: 1; min-width: 0; height: 196px; overflow: visible; }
.chart svg text { fill: var(--muted); font-size: 12px; }
.chart .bar { fill: var(--accent); }
.chart .second { fill: var(--second); }
.chart .grid { stroke: var(--border); }
.chart .axis { stroke: var(--control); }
.chart .hit { fill: transparent; }
.chart a:hover .hit { fill: var(--control); fill-opacity: .2; }
.legend {
  display: flex;
  flex-wrap: wrap;
  gap: .25rem 1.25rem;
  margin: .25rem 0 0;
  padding: 0;
  list-style: none;
}
.legend li { display: flex; gap: .5rem; margin: 0; font-size: .9375rem; }
.legend svg { flex: none; width: .875rem; height: .875rem; margin-top: .25rem; }
@media (max-width: 40rem) { .minor { display: none; } }

/* Navigation within a page */
.tabs, .pager, .actions {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: .5rem .75rem;
  margin: 0 0 1.5rem;
}
.pager { display: grid; grid-template-columns: 1fr auto 1fr; }
.pager h2 { margin: 0; font-size: 1.25rem; text-align: center; text-wrap: balance; }
.pager > :last-child { text-align: right; }
.pager a { padding: .375rem 0; white-space: nowrap; }
[rel=prev]::before { content: "← " / ""; }
[rel=next]::after { content: " →" / ""; }
.toolbar { gap: 0 1.5rem; }
.inline { display: flex; flex-wrap: wrap; gap: .5rem; max-width: 100%; margin-bottom: 1.5rem; }
.inline input { width: auto; max-width: 100%; }
.tabs a {
  padding: .375rem .875rem;
  border-radius: 2rem;
  font-size: .9375rem;
  text-decoration: none;
}
.tabs [aria-current] {
  color: var(--on-accent);
  background: var(--accent);
  border-color: var(--accent);
  font-weight: 600;
}

/* Forms */
form { margin: 0; }
.form { max-width: 28rem; }
main.text > .form + p { margin-top: 1rem; }
label, legend { display: block; margin: 0 0 .25rem; padding: 0; font-weight: 600; }
fieldset { min-width: 0; margin: 0 0 1rem; padding: 0; border: 0; }
.field { margin: 0 0 1.25rem; }
.field .muted { margin: 0 0 .375rem; font-size: .875rem; }
fieldset .problem, .field .problem {
  margin: .25rem 0 0;
  color: var(--danger);
  font-size: .9375rem;
}
.row {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
  gap: 0 1rem;
}
/* Labels, controls and problems of fields beside each other line up. */
.row > .field {
  display: grid;
  grid-row: span 3;
  grid-template: subgrid / minmax(0, 1fr);
  align-items: start;
}
.row label { align-self: end; }
.row input, .row select { grid-row: 2; }
input, select, .tabs a {
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--control);
}
input, select {
  width: 100%;
  min-height: 2.75rem;
  padding: .5rem .75rem;
  font: inherit;
  border-radius: .5rem;
}
input[aria-invalid], select[aria-invalid] { border: 2px solid var(--danger); }
[aria-invalid][type=checkbox]:not(:focus) {
  outline: 2px solid var(--danger);
  outline-offset: 1px;
}
input[readonly] { background: var(--background); }
button, .button {
  display: inline-block;
  min-height: 2.75rem;
  padding: .5625rem 1.125rem;
  font: inherit;
  font-weight: 600;
  color: var(--on-accent);
  background: var(--accent);
  border: 1px solid var(--accent);
  border-radius: .5rem;
  text-decoration: none;
  cursor: pointer;
}
/* A second click sends the form again only after 3 s. Firefox ignores it itself. */
@keyframes sent { from, to { pointer-events: none; opacity: .6; } }
form[method=post] button:focus:not(:focus-visible, :active) { animation: sent 3s; }
button.secondary, .button.secondary { color: var(--accent); background: transparent; }
button.danger { color: var(--danger); background: transparent; border-color: var(--danger); }
details.danger button.danger {
  color: var(--on-accent);
  background: var(--danger);
}
.box button { width: 100%; margin-bottom: .75rem; }
.checkbox { display: flex; gap: .625rem; margin-bottom: 1.25rem; font-weight: 400; }
.checkbox input {
  flex: none;
  width: 1.375rem;
  min-height: 0;
  height: 1.375rem;
  margin: .0625rem 0 0;
  accent-color: var(--accent);
}
details > summary { cursor: pointer; }
details.more { margin: 0 0 1rem; }
.entry details.more { margin: .25rem 0 0; }
details.more[open] > summary { margin-bottom: 1rem; }
details.danger {
  margin-top: 1.25rem;
  padding: .75rem 1rem;
  border: 1px solid var(--danger);
  border-radius: .5rem;
}
details.danger > summary { color: var(--danger); font-weight: 600; }
details.danger[open] > summary { margin-bottom: .75rem; }

@media (max-width: 30rem) {
  .top > div, footer > div { padding-inline: 1rem; }
  .top > div { gap: 0 .75rem; }
  .sections { order: 1; width: 100%; gap: 0 .875rem; }
  .sections a { padding-top: .25rem; font-size: .875rem; }
  .stats { gap: .75rem; }
  .stats strong { font-size: 1.5rem; }
  .tabs { gap: .25rem; }
  .tabs a { padding: .375rem .5rem; font-size: .8125rem; }
  .pager h2 { font-size: 1.0625rem; }
  .chart { padding: 1rem; }
  .scroll { padding: .75rem; }
  table { font-size: .875rem; }
  thead th { font-size: .75rem; }
  th, td { padding-right: .5rem; }
}
@media (max-width: 24rem) {
  .sections { gap: 0 .625rem; }
  .sections a { font-size: .8125rem; }
  .sections [aria-current] { font-weight: inherit; }
}
/* Phones with large text, as the size is in that of the text: words must fit in a line. */
@media (max-width: 15rem) {
  h1 { font-size: 1.375rem; }
  h2 { font-size: 1.125rem; }
  main, main.box, .top > div, footer > div { padding-inline: .75rem; }
  .card, .chart, details.danger { padding: .75rem; }
  .facts { grid-template-columns: minmax(0, 1fr); }
  .facts dd { margin-bottom: .5rem; }
  .pager { grid-template-columns: 1fr auto; }
  .pager h2 { grid-row: 1; grid-column: 1 / -1; }
  button, .button { padding-inline: .5rem; }
}
@media (forced-colors: active) {
  .chart .bar { fill: CanvasText; }
  .chart .second { fill: Highlight; }
  .chart svg text { fill: CanvasText; }
  .chart .grid, .chart .axis { stroke: CanvasText; }
  .sections a { border-color: Canvas; }
  .sections [aria-current] { border-color: Highlight; }
  .tabs [aria-current] { outline: 2px solid Highlight; }
}
`;

/**
 * The digests by which the Content-Security-Policy of the pages allows the stylesheet. They are
 * constants that a test verifies, because computing them would load `node:crypto` into every
 * function.
 */
export const stylesheetDigests = [
  'sha256-y/qrYPb1p9dXREgUPXS1C3R+NO8dje3RsmU0yiAfqMM=',
  'sha256-YgMBCHfLxcOmwlsbLR3aNqavMgvhkkPbLOBDtIufHmc=',
] as const;

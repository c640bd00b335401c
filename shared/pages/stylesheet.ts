/** The styles of every page: colors, layout and text. */
export const baseStylesheet = `
:root {
  color-scheme: light dark;
  --text: #16202a;
  --muted: #55636f;
  --surface: #fff;
  --background: #f3f6f8;
  --border: #c9d3da;
  --accent: #0b6e4f;
  --on-accent: #fff;
  --danger: #a3231f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e8eef2;
    --muted: #a5b3bd;
    --surface: #18212a;
    --background: #0e151b;
    --border: #3a4a56;
    --accent: #4cc79b;
    --on-accent: #06241a;
    --danger: #ff8f87;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--background);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
main {
  max-width: 26rem;
  margin: 8vh auto;
  padding: 2rem;
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: .75rem;
}
main.wide { max-width: 52rem; margin: 4vh auto; }
@media (max-width: 30rem) {
  main, main.wide {
    margin: 0;
    min-height: 100vh;
    border: 0;
    border-radius: 0;
    padding: 1.5rem;
  }
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
p { margin: 0 0 1rem; text-wrap: pretty; }
a { color: var(--accent); }
`;

/** The styles of pages that have more than text: forms, tables, lists and charts. */
export const stylesheet = `
h3 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
h4 { margin: 1rem 0 .5rem; font-size: .9375rem; }
ul { padding-left: 1.25rem; }
dl { margin: 0 0 1rem; }
dt { padding-top: .5rem; }
dd { margin: 0 0 .25rem; }
section { margin-top: 3rem; padding-top: .5rem; border-top: 1px solid var(--border); }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
pre {
  overflow-x: auto;
  padding: 1rem;
  background: var(--background);
  border: 1px solid var(--border);
  border-radius: .5rem;
}
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td {
  padding: .4rem .75rem .4rem 0;
  border-bottom: 1px solid var(--border);
  text-align: left;
  vertical-align: top;
}
@media (max-width: 30rem) {
  table { font-size: .8125rem; }
  th, td { padding-right: .5rem; }
}
tbody th { white-space: nowrap; }
label { display: block; margin: 0 0 .25rem; font-weight: 600; }
label + .muted { margin-bottom: .5rem; }
input, select {
  width: 100%;
  margin: 0 0 1rem;
  padding: .7rem .8rem;
  font: inherit;
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--muted);
  border-radius: .5rem;
}
input[readonly] { background: var(--background); }
button {
  width: 100%;
  margin: 0 0 .75rem;
  padding: .75rem 1rem;
  font: inherit;
  font-weight: 600;
  color: var(--on-accent);
  background: var(--accent);
  border: 2px solid var(--accent);
  border-radius: .5rem;
  cursor: pointer;
}
button.secondary { background: transparent; color: var(--accent); }
button.danger { background: var(--danger); border-color: var(--danger); }
details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--border); }
summary { color: var(--accent); cursor: pointer; }
details:has(.danger) > summary { color: var(--danger); }
details[open] > summary { margin-bottom: 1rem; }
form > :last-child { margin-bottom: 0; }
form + .muted { margin-top: 1.25rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.muted { color: var(--muted); font-size: .9375rem; }
.error, .success { padding-left: .75rem; border-left: .25rem solid currentColor; }
.error { color: var(--danger); }
.success { color: var(--accent); }
.error:focus-visible, .success:focus-visible { outline: 0; }
.checkbox { display: flex; gap: .6rem; margin-bottom: 1.25rem; font-weight: 400; }
.checkbox input {
  flex: none;
  width: 1.25rem;
  height: 1.25rem;
  margin: .125rem 0 0;
  accent-color: var(--accent);
}
.logo {
  padding: .375rem;
  background: #fff;
  border: 1px solid var(--border);
  border-radius: .75rem;
  box-sizing: content-box;
}
.link { display: inline-block; margin-right: 1rem; }
.link[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.scroll { overflow: auto; margin-bottom: 1rem; overflow-wrap: normal; }
.chart {
  display: block;
  width: 100%;
  max-width: 32rem;
  height: auto;
  fill: currentColor;
  font-size: 22px;
}
.chart .bar { fill: var(--accent); stroke: var(--accent); stroke-width: 2; }
.chart .outlined { fill: none; stroke: currentColor; }
.chart .grid { stroke: var(--border); }
.chart .axis { stroke: currentColor; }
.menu { list-style: none; margin: 0 0 1.5rem; padding: 0; }
.menu li { padding: .75rem 0; border-top: 1px solid var(--border); }
.card { margin-top: 1.5rem; padding-top: 1.25rem; }
.card h2, .card h3 { margin-top: 0; }
.card + form { margin-top: 1.25rem; }
.card dl {
  display: grid;
  grid-template-columns: fit-content(45%) 1fr;
  column-gap: .75rem;
  font-size: .9375rem;
}
.card dt { padding: 0; color: var(--muted); }
`;

/**
 * The digests by which the Content-Security-Policy of the pages allows the stylesheets. They are
 * constants that a test verifies, because computing them would load `node:crypto` into every
 * function.
 */
export const stylesheetDigests = [
  'sha256-9fIGw8BIgz/3ydohQt245J2LIBS+74QwmAS2RdmcEW8=',
  'sha256-wCZDsg/DIcdlwJvinH/OEpaPX3pE6gfJ7qrB3/4nYYA=',
] as const;

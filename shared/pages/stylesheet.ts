/** The one stylesheet of all pages. */
export const stylesheet = `
:root { color-scheme: light dark; --ink: #16202a; --quiet: #55636f; --paper: #fff; --ground: #f3f6f8; --line: #c9d3da; --accent: #0b6e4f; --on-accent: #fff; --alarm: #a3231f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eef2; --quiet: #a5b3bd; --paper: #18212a; --ground: #0e151b; --line: #3a4a56; --accent: #4cc79b; --on-accent: #06241a; --alarm: #ff8f87; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 26rem; margin: 8vh auto; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; }
main.wide { max-width: 52rem; margin: 4vh auto; }
@media (max-width: 30rem) { main, main.wide { margin: 0; min-height: 100vh; border: 0; border-radius: 0; padding: 1.5rem; } }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; }
p { margin: 0 0 1rem; }
.quiet { color: var(--quiet); font-size: .9375rem; }
.alarm, .note { color: var(--alarm); border-left: .25rem solid currentColor; padding-left: .75rem; }
.note { color: var(--accent); }
label { display: block; margin: 0 0 .25rem; font-weight: 600; }
input { width: 100%; margin: 0 0 1rem; padding: .7rem .8rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: .5rem; }
button { width: 100%; margin: 0 0 .75rem; padding: .75rem 1rem; font: inherit; font-weight: 600; border: 2px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.second { background: transparent; color: var(--accent); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.alarm:focus-visible, .note:focus-visible { outline: 0; }
form > :last-child { margin-bottom: 0; }
label + .quiet { margin-bottom: .5rem; }
label.choice { display: flex; gap: .6rem; margin-bottom: 1.25rem; font-weight: 400; }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--accent); }
.menu { list-style: none; margin: 0 0 1.5rem; padding: 0; }
.menu li { padding: .75rem 0; border-top: 1px solid var(--line); }
ul { padding-left: 1.25rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
pre { overflow-x: auto; padding: 1rem; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
h4 { font-size: .9375rem; margin: 1rem 0 .5rem; }
section { margin-top: 3rem; padding-top: .5rem; border-top: 1px solid var(--line); }
.card { margin-top: 1.5rem; padding-top: 1.25rem; }
.card h2 { margin-top: 0; }
.card dl { display: grid; grid-template-columns: auto 1fr; column-gap: .75rem; }
.card dt { padding: 0; color: var(--quiet); }
dl { margin: 0 0 1rem; }
dt { padding-top: .5rem; }
dd { margin: 0 0 .25rem; }
`;

/**
 * The digest by which the pages' Content-Security-Policy allows the stylesheet. It stands here, and a test proves it,
 * because to compute it would load `node:crypto` into every function.
 */
export const stylesheetDigest = 'sha256-DRTxcKsLRP3iXG8IBSmbn13KV7eJZQQL0gKAYzrFOf8=';

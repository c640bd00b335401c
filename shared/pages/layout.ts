import { type Html, html } from './html.ts';
import { stylesheet, stylesheetDigest } from './stylesheet.ts';

/** A whole page: no script, no resource from elsewhere, its one stylesheet inside. */
export function layout({
  title,
  body,
  language = 'en',
  wide = false,
}: {
  title: string;
  body: Html;
  language?: string;
  /** For text to read, rather than a form to fill in. */
  wide?: boolean;
}): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${{ html: stylesheet }}</style>
</head>
<body>
<main${wide && { html: ' class="wide"' }}>
${body}
</main>
</body>
</html>
`.html;
}

/** What went wrong, where a screen reader and the keyboard come upon it first. */
export function alarm(sentence: string): Html {
  return html`<p class="alarm" id="problem" role="alert" tabindex="-1" autofocus>${sentence}</p>\n`;
}

/** What has been done. */
export function note(sentence: string): Html {
  return html`<p class="note" role="status" tabindex="-1" autofocus>${sentence}</p>\n`;
}

/**
 * Headers of every page: nothing but its own stylesheet may load, nobody may frame it, cache it, or learn its address.
 * `formTargets` are the further origins to which the page's forms may lead, redirects included.
 */
export function pageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  const formAction = ["'self'", ...formTargets].join(' ');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src '${stylesheetDigest}'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
    'Cache-Control': 'no-store',
    // Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

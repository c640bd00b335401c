import { type Html, html } from '../html/html.ts';
import { stylesheet, stylesheetDigest } from './stylesheet.ts';

/** A whole page: no script, no resource from elsewhere, its one stylesheet inside. */
export function renderPage({
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
export function renderAlert(sentence: string): Html {
  return html`<p class="alarm" id="problem" role="alert" tabindex="-1" autofocus>${sentence}</p>\n`;
}

/** What has been done. */
export function renderStatus(sentence: string): Html {
  return html`<p class="note" role="status" tabindex="-1" autofocus>${sentence}</p>\n`;
}

/**
 * Headers of every page: nothing but its own stylesheet may load, nobody may frame it, cache it, or learn its address.
 * Its forms lead to our own pages. Where they `leave` for an application, nothing is said of where they lead: browsers
 * hold every further redirect against that too, and an application may send people on wherever it likes; nor can an
 * IPv6 address be named there (CSP 3 sections 2.3.1 and 6.4.1).
 */
export function pageHeaders(forms: 'stay' | 'leave' = 'stay'): Record<string, string> {
  const formAction = forms === 'stay' ? " form-action 'self';" : '';
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src '${stylesheetDigest}';${formAction} frame-ancestors 'none'; base-uri 'none'`,
    'Cache-Control': 'no-store',
    // Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

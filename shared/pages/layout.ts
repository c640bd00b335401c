import { type Html, html } from '../html/html.ts';
import type { Language } from './language.ts';
import { baseStylesheet, stylesheet, stylesheetDigests } from './stylesheet.ts';

interface PageContent {
  title: string;
  body: Html;
  /** Defaults to `en`. */
  language?: Language;
  /** Whether a form failed. The title then says so first (WCAG technique G199). */
  hasProblem?: boolean;
  /** Whether the page is wide: for pages that people read, not fill in. Defaults to false. */
  isWide?: boolean;
  /** Whether the body is only headings and paragraphs. Defaults to false. */
  isText?: boolean;
}

const problemPrefixes: Readonly<Record<Language, string>> = {
  en: 'Error: ',
  de: 'Fehler: ',
};

/** Renders a whole page. It has no scripts and loads nothing: its stylesheets are inline. */
export function renderPage({
  title,
  body,
  language = 'en',
  hasProblem = false,
  isWide = false,
  isText = false,
}: PageContent): string {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${hasProblem && problemPrefixes[language]}${title}</title>
<style>${{ html: baseStylesheet }}</style>${!isText && { html: `\n<style>${stylesheet}</style>` }}
</head>
<body>
<main${isWide && { html: ' class="wide"' }}>
${body}
</main>
</body>
</html>
`;
  return page.html;
}

/**
 * Renders an error message. It gets the focus, so that screen readers and keyboard users start at
 * the message.
 */
export function renderAlert(message: string): Html {
  return html`<p class="error" id="problem" role="alert" tabindex="-1" autofocus>${message}</p>\n`;
}

/** The attributes of an invalid field, which the alert on the page describes. */
export const invalidAttributes = html` aria-invalid="true" aria-describedby="problem"`;

/** Renders a confirmation message. It gets the focus, as an alert does. */
export function renderStatus(message: string): Html {
  return html`<p class="success" role="status" tabindex="-1" autofocus>${message}</p>\n`;
}

/** A form that deletes data. */
interface DangerousForm {
  /** The text that opens the form. */
  summary: string;
  /** Whether the form is open from the start, e.g. because it failed. Defaults to false. */
  isOpen?: boolean;
  /** The form. Its button has the class `danger`. */
  form: Html;
}

/** Renders a form that deletes data apart from others, and closed: deleting takes two decisions. */
export function renderDangerousForm({
  summary,
  isOpen = false,
  form,
}: DangerousForm): Html {
  return html`<details${isOpen && { html: ' open' }}>
<summary>${summary}</summary>
${form}
</details>
`;
}

/**
 * Returns the security headers of a page. Only its stylesheets may load. It cannot be framed or
 * cached, and other sites do not get its address as a referrer. By default, forms post to this
 * origin only.
 *
 * With the form target `any`, `form-action` is omitted. Some browsers apply that directive to every
 * later redirect as well, and an application may redirect anywhere. The directive also cannot name
 * an IPv6 address (CSP 3 sections 2.3.1 and 6.4.1).
 *
 * With `hasInlineImages`, the page may show images from `data:` URLs, which need no request.
 */
export function getPageHeaders(
  formTarget: 'self' | 'any' = 'self',
  { hasInlineImages = false } = {},
): Record<string, string> {
  const images = hasInlineImages ? ['img-src data:'] : [];
  const formAction = formTarget === 'self' ? ["form-action 'self'"] : [];
  const contentSecurityPolicy = [
    "default-src 'none'",
    `style-src ${stylesheetDigests.map((digest) => `'${digest}'`).join(' ')}`,
    ...images,
    ...formAction,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy.join('; '),
    'Cache-Control': 'no-store',
    // Not `no-referrer`: with it, browsers send `Origin: null` with our own forms.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

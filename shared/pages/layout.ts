import { type Html, html } from '../html/html.ts';
import type { Language } from './language.ts';
import { shellTexts } from './shell.texts.ts';
import { type NamedShell, renderFooter, renderHeader, type Shell } from './shell.ts';
import { baseStylesheet, stylesheet, stylesheetDigests } from './stylesheet.ts';

/**
 * The width of the content: `box` is a small form or message in the middle, `text` has lines of a
 * length that one reads well, `wide` is for tables, charts and cards.
 */
export type PageWidth = 'box' | 'text' | 'wide';

interface PageContent {
  title: string;
  body: Html;
  /** Defaults to `en`. */
  language?: Language;
  /**
   * The frame of the content. Defaults to the name of the service alone. `none` is for pages of
   * the template, which must be small.
   */
  shell?: Shell | 'none';
  /** Whether a form failed. The title then says so first (WCAG technique G199). */
  hasProblem?: boolean;
  /** Defaults to `box`. */
  width?: PageWidth;
}

/** The icon of the pages in a browser: the mark of the header on a square. */
export const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
      '<rect width="24" height="24" rx="6" fill="#0b6b4f"/>' +
      '<path d="M4 13h4l2-6 4 11 2-5h4" fill="none" stroke="#fff" stroke-width="2"/></svg>',
  );

/** Renders a whole page. It has no scripts and loads nothing: its stylesheet is inline. */
export function renderPage({
  title,
  body,
  language = 'en',
  shell = {},
  hasProblem = false,
  width = 'box',
}: PageContent): string {
  const labels = shellTexts[language];
  const shown = shell === 'none' ? {} : shell;
  const service = { name: labels.service, ...shown.service };
  const named = { ...shown, service };
  const content = html`<main id="content" class="${width}">
${body}
</main>
`;
  const componentStyles = shell !== 'none' && { html: `\n<style>${stylesheet}</style>` };
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${shell === 'none' ? 'data:,' : icon}">
<title>${hasProblem && labels.problemPrefix}${title} - ${service.name}</title>
<style>${{ html: baseStylesheet }}</style>${componentStyles}
</head>
<body>
${shell === 'none' ? content : surround(content, named, language)}</body>
</html>
`;
  return page.html;
}

function surround(content: Html, shell: NamedShell, language: Language): Html {
  return html`<a class="skip" href="#content">${shellTexts[language].skip}</a>
${renderHeader(shell, language)}${content}${renderFooter(shell, language)}`;
}

/**
 * Returns the security headers of a page. Only its stylesheet and images from `data:` URLs may
 * load, which need no request. It cannot be framed or cached, and other sites do not get its
 * address as a referrer. By default, forms post to this origin only; otherwise also to the origin
 * of a bucket, which redirects back.
 *
 * With the form target `any`, `form-action` is omitted. Some browsers apply that directive to every
 * later redirect as well, and an application may redirect anywhere. The directive also cannot name
 * an IPv6 address (CSP 3 sections 2.3.1 and 6.4.1).
 */
export function getPageHeaders(
  formTarget: 'self' | 'any' | URL = 'self',
): Record<string, string> {
  const origin = formTarget instanceof URL ? ` ${formTarget.origin}` : '';
  const formAction = formTarget === 'any' ? [] : [`form-action 'self'${origin}`];
  const contentSecurityPolicy = [
    "default-src 'none'",
    `style-src ${stylesheetDigests.map((digest) => `'${digest}'`).join(' ')}`,
    'img-src data:',
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

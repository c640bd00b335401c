import { type Html, html } from '../html/html.ts';
import { toContentDigest } from './content-digest.ts';
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
const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
      '<rect width="24" height="24" rx="6" fill="#0b6b4f"/>' +
      '<path d="M4 13h4l2-6 4 11 2-5h4" fill="none" stroke="#fff" stroke-width="2"/></svg>',
  );

/** What the pages of the service and of its documentation have in the same place. */
interface Frame {
  title: string;
  language: Language;
  /** Defaults to the mark of the software. */
  iconUrl?: string;
  /** The contents of the stylesheets. */
  styles: readonly string[];
  /** The header and the content, which has the id `content`, and its scripts. */
  body: Html;
}

/** Renders a document around the body of a page. It loads nothing: its stylesheets are inline. */
export function renderFrame({
  title,
  language,
  iconUrl = icon,
  styles,
  body,
}: Frame): string {
  const elements = styles.map((style) => html`<style>${{ html: style }}</style>\n`);
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${iconUrl}">
<title>${title}</title>
${elements}</head>
<body>
${body}</body>
</html>
`;
  return page.html;
}

/** Renders the link with which the keyboard passes the header. */
export function renderSkipLink(language: Language): Html {
  return html`<a class="skip" href="#content">${shellTexts[language].skip}</a>\n`;
}

/** Renders a page of the service, which has no scripts. */
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
  const isBare = shell === 'none';
  return renderFrame({
    title: `${hasProblem ? labels.problemPrefix : ''}${title} - ${service.name}`,
    language,
    iconUrl: isBare ? 'data:,' : icon,
    styles: isBare ? [baseStylesheet] : [baseStylesheet, stylesheet],
    body: isBare ? content : surround(content, named, language),
  });
}

function surround(content: Html, shell: NamedShell, language: Language): Html {
  const [header, footer] = [renderHeader(shell, language), renderFooter(shell, language)];
  return html`${renderSkipLink(language)}${header}${content}${footer}`;
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
 *
 * Only the inline script `script` runs. Without one, none does.
 */
export function getPageHeaders(
  formTarget: 'self' | 'any' | URL = 'self',
  script?: string,
): Record<string, string> {
  const origin = formTarget instanceof URL ? ` ${formTarget.origin}` : '';
  const formAction = formTarget === 'any' ? [] : [`form-action 'self'${origin}`];
  const scripts = script === undefined ? [] : [`script-src '${toContentDigest(script)}'`];
  const contentSecurityPolicy = [
    "default-src 'none'",
    ...scripts,
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

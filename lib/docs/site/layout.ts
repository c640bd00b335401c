import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';

interface PageParts {
  title: string;
  /** The part of the site that the page belongs to. */
  part: 'guides' | 'reference';
  style: InlineAsset;
  body: Html;
  /** Scripts at the end of the body. */
  scripts: Html;
  /** Directives of the policy of the page. */
  loads: readonly string[];
}

/** A page of the documentation with placeholders for base URLs, and its security policy. */
export interface SitePage {
  html: string;
  /** The Content-Security-Policy, which has placeholders, too. */
  policy: string;
}

/** Renders a page of the documentation, with the header that all pages share. */
export function renderSitePage({
  title,
  part,
  style,
  body,
  scripts,
  loads,
}: PageParts): SitePage {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${{ html: style.text }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav class="top" aria-label="Documentation">
<a class="brand" href="${getPageUrl('index')}">Fitness data service</a>
${renderLink('Guides', 'getting-started', part === 'guides')}
${renderLink('Reference', 'reference', part === 'reference')}
</nav>
${body}
${scripts}
</body>
</html>
`;
  const policy = ["default-src 'none'", ...loads, ...closedDirectives].join('; ');
  return { html: page.html, policy };
}

const closedDirectives = [
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

function renderLink(text: string, page: string, isCurrent: boolean): Html {
  const attribute = isCurrent && { html: ' aria-current="true"' };
  return html`<a href="${getPageUrl(page)}"${attribute}>${text}</a>`;
}

/** A style or script that a page contains, and the digest by which its policy allows it. */
interface InlineAsset {
  text: string;
  digest: string;
}

/** Reads files with styles or scripts of the site, and joins them. */
export function readAssets(...names: readonly string[]): InlineAsset {
  const files = names.map((name) => join(import.meta.dirname, 'assets', name));
  const text = files.map((file) => readFileSync(file, 'utf8')).join('');
  return { text, digest: toDigest(text) };
}

function toDigest(text: string): string {
  const hash = createHash('sha256').update(text).digest('base64');
  return `'sha256-${hash}'`;
}

/** The URL of the documentation under the version of the request. */
const base = `${placeholder('main')}/${placeholder('version')}/docs/`;

/** Returns the absolute URL of a page of the documentation. `index` is its start. */
export function getPageUrl(name: string): string {
  return name === 'index' ? base : `${base}${name}/`;
}

import type { OriginFields } from '#functions/diary/entry/origin.ts';
import { type Html, html } from '#shared/html/html.ts';

/** Renders the words that must be shown with an entry, and with those that it hides. */
export function renderAttribution({ source, duplicates = [] }: OriginFields): Html {
  const words = new Set(
    [source, ...duplicates].flatMap((each) => each?.attribution ?? []),
  );
  const lines = [...words].map((text) => html`<p class="muted">${text}</p>\n`);
  return html`${lines}`;
}

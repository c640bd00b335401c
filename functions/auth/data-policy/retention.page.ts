import { type Html, html } from '#shared/html/html.ts';
import type { Language } from '#shared/pages/language.ts';
import type { DataPolicy } from '#shared/reference-data/provider-policies.ts';
import { retentionTexts } from './retention.texts.ts';

/**
 * Renders how long workouts of a provider are kept, which a person should know before connecting.
 */
export function renderRetention(
  { retention_days, erase_on_disconnect }: DataPolicy,
  language: Language,
): Html {
  const labels = retentionTexts[language];
  const kept =
    retention_days !== null && html`<p>${labels.keptFor(retention_days)}</p>\n`;
  const erased = erase_on_disconnect && html`<p>${labels.erasedLater}</p>\n`;
  return html`${kept}${erased}`;
}

import { type Html, html } from '#shared/html/html.ts';
import { invalidAttributes } from '#shared/pages/form.ts';
import type { Language } from '#shared/pages/language.ts';
import { processingTexts } from './processing.texts.ts';

/** The value of the field `health_consent` if the person has ticked the box. */
export const consentGiven = 'yes';

/** Renders the box with which a person consents to the processing of health data. */
export function renderConsentField(language: Language, isMissing: boolean): Html {
  const labels = processingTexts[language];
  const attributes = isMissing
    ? invalidAttributes
    : html` aria-describedby="consent-hint"`;
  return html`<label class="checkbox">
<input id="consent" name="health_consent" type="checkbox" value="${consentGiven}"
required${attributes}>
${labels.consent}
</label>
<p class="muted" id="consent-hint">${labels.consentHint}</p>
`;
}

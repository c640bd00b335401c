import { html } from '#shared/html/html.ts';
import { renderButton, renderCheckbox, renderField } from '#shared/pages/form.ts';
import { selectLanguage } from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';

const labelsByLanguage = {
  en: {
    title: 'Sign in to Sample provider',
    explanation:
      'This page stands in for the sign-in page of a provider. It exists only on this machine. ' +
      'Every name has an account with a year of made-up workouts and nights.',
    name: 'Name',
    scope: 'Allow access to my workouts and nights',
    allow: 'Allow',
    deny: 'Deny',
  },
  de: {
    title: 'Bei Sample provider anmelden',
    explanation:
      'Diese Seite ersetzt die Anmeldeseite eines Anbieters. Es gibt sie nur auf diesem ' +
      'Rechner. Zu jedem Namen gibt es ein Konto mit erfundenen Trainings und Nächten aus einem ' +
      'Jahr.',
    name: 'Name',
    scope: 'Zugriff auf meine Trainings und Nächte erlauben',
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
};

/**
 * Renders the sign-in page of the sample provider. The form posts to the page itself, with its
 * query.
 */
export function renderSamplePage(
  acceptLanguage: readonly string[],
  query: string,
): string {
  const language = selectLanguage(acceptLanguage);
  const labels = labelsByLanguage[language];
  const name = renderField({
    id: 'name',
    label: labels.name,
    value: 'sam',
    attributes: { maxlength: 40, autocomplete: 'off', required: true },
  });
  const scope = renderCheckbox({ id: 'scope', label: labels.scope, isChecked: true });
  const decision = { name: 'decision' };
  const allow = renderButton({ ...decision, label: labels.allow, value: 'allow' });
  const deny = renderButton({
    ...decision,
    label: labels.deny,
    value: 'deny',
    kind: 'secondary',
  });
  return renderPage({
    title: labels.title,
    language,
    body: html`<h1>${labels.title}</h1>
<p class="muted">${labels.explanation}</p>
<form method="post" action="${query}">
${name}${scope}${allow}${deny}</form>`,
  });
}

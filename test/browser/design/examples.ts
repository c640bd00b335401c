import { type Html, html } from '#shared/html/html.ts';
import {
  renderCard,
  renderCards,
  renderFacts,
  renderStatistics,
} from '#shared/pages/card.ts';
import { renderChart } from '#shared/pages/chart.ts';
import {
  renderActions,
  renderButton,
  renderCheckbox,
  renderDangerZone,
  renderDisclosure,
  renderField,
  renderForm,
  renderSelect,
} from '#shared/pages/form.ts';
import type { Language } from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';
import {
  renderAlert,
  renderEmptyState,
  renderNotice,
  renderStatus,
} from '#shared/pages/notice.ts';
import type { Shell } from '#shared/pages/shell.ts';
import { renderTable } from '#shared/pages/table.ts';

/** A word of each kind that makes layouts fail: long, unbroken, and with a break. */
const words = { long: 'Datenschutzeinstellungen', unbroken: 'Unbroken'.repeat(12) };

const shell: Shell = {
  homeUrl: '#home',
  service: {
    name: 'Fitness data',
    privacy_url: '#p',
    terms_url: '#t',
    contact_url: '#c',
  },
  languages: [{ label: 'Deutsch', language: 'de', url: '#de' }],
  account: {
    name: words.unbroken,
    sections: ['Data', 'Devices', 'Services', 'Privacy', 'Security'].map((label) => ({
      label,
      url: `#${label}`,
      isCurrent: label === 'Data',
    })),
    menu: [{ label: words.long, url: '#menu' }],
    signOut: { url: '#sign-out', form_token: 'token' },
  },
};

const days = Array.from({ length: 30 }, (_, index) => index);
const form_token = 'token';

/** One example of each component, by its name. */
const examples: Readonly<Record<string, Html>> = {
  status: renderStatus('Saved.'),
  notice: renderNotice('The import continues in the background.'),
  'empty state': renderEmptyState({
    title: 'No workouts yet',
    text: 'Workouts appear here once a service is connected.',
    actions: [
      { label: 'Connect a service', url: '#connect' },
      { label: 'Add exercise', url: '#add' },
    ],
  }),
  statistics: renderStatistics([
    { label: 'Distance', value: '42.3 km', comparison: '12 % more than before' },
    { label: 'Exercise time', value: '4 h 10 min', comparison: 'as before' },
    { label: 'Workouts', value: '5' },
  ]),
  'many statistics': renderStatistics(
    Array.from('123456', (digit) => ({ label: `Statistic ${digit}`, value: digit })),
  ),
  cards: renderCards([
    renderCard({
      title: words.unbroken,
      subtitle: 'Connected on 20 November 2026',
      badge: { label: 'Connected' },
      body: renderFacts([
        { label: 'Last sync', value: '5 minutes ago' },
        { label: words.long, value: words.unbroken },
        { label: 'Unknown', value: undefined },
      ]),
    }),
    renderCard({
      title: 'Polar',
      badge: { label: 'Sign in again', isBad: true },
      body: renderForm({
        form_token,
        body: renderActions([
          renderButton({ label: 'Import now', name: 'action', value: 'sync' }),
          renderButton({ label: 'Disconnect', kind: 'secondary' }),
        ]),
      }),
    }),
  ]),
  chart: renderChart({
    id: 'energy',
    title: 'Energy',
    story: 'Highest 2,399 kcal (November 30), average of 25 days 1,970 kcal.',
    scale: 'decimal',
    format: (value) => `${value} kcal`,
    series: [
      {
        label: 'Eaten',
        sum: '49,250 kcal',
        values: days.map((day) => (day % 6 ? 1500 + day * 31 : null)),
      },
      { label: 'Burned', values: days.map((day) => (day % 3 ? day * 20 : 0)) },
    ],
    positions: days.map((day) => ({
      label: `November ${day + 1}`,
      url: `#day-${day}`,
      tick: day % 7 === 0 ? `Nov ${day + 1}` : undefined,
      isMinor: day % 14 === 7,
    })),
  }),
  table: renderTable({
    caption: 'The same numbers as a table',
    columns: [
      { label: 'Day' },
      { label: 'Eaten', unit: 'kcal', isNumber: true },
      { label: 'Burned by exercise', unit: 'kcal', isNumber: true },
      { label: 'Exercise time', isNumber: true },
    ],
    rows: [
      [html`<a href="#day">November 2</a>`, '2,130', '412', '1 h 10 min'],
      [html`<a href="#other">November 1</a>`, '1,890', '–', '0 min'],
    ],
  }),
  form: renderForm({
    form_token,
    body: html`${renderAlert('Correct the fields below.')}${renderField({
      id: 'name',
      label: 'Name',
      hint: 'Other people do not see it.',
      value: words.unbroken,
      attributes: { autocomplete: 'name', maxlength: 100 },
    })}${renderField({
      id: 'distance',
      label: 'Distance',
      type: 'number',
      problem: 'Enter a number of at least 0.',
    })}${renderSelect({
      id: 'weekday',
      label: 'First day of the week',
      options: [
        { value: 'monday', label: 'Monday' },
        { value: 'sunday', label: 'Sunday' },
      ],
      value: 'sunday',
    })}${renderCheckbox({ id: 'agree', label: `I have read the ${words.long}.` })}
${renderActions([renderButton({ label: 'Save' })])}`,
  }),
  'fields beside each other': html`<div class="row">
${renderField({
  id: 'day',
  label: 'Day',
  type: 'date',
  problem: 'Enter a number like 1.5, without a separator for thousands.',
})}${renderField({ id: 'minutes', label: 'Minutes of a long training' })}</div>`,
  disclosure: renderDisclosure({ summary: 'Add a workout', body: html`<p>A form.</p>` }),
  'danger zone': renderDangerZone({
    summary: 'Delete the account',
    isOpen: true,
    body: html`<p>Everything is deleted after 72 hours.</p>
${renderForm({ form_token, body: renderButton({ label: 'Delete', kind: 'danger' }) })}`,
  }),
};

/** Renders a page with one example of each component. */
export function renderExamplePage(language: Language): string {
  const sections = Object.entries(examples).map(
    ([name, example]) => html`<h2>${name}</h2>
${example}`,
  );
  return renderPage({
    title: 'Components',
    language,
    shell,
    width: 'wide',
    body: html`<h1>Components</h1>
${sections}`,
  });
}

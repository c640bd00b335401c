import { describe, expect, it } from 'vitest';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { renderMail, requireTemplate } from './render-mail.ts';

const url = 'https://auth.example.com/';
const situation = { time: new Date('2026-11-20T12:00:00Z') };

describe('the mail about a changed password', () => {
  it.each([
    ['password_changed', 'en', 'All other browsers were signed out.'],
    ['password_changed', 'de', 'Alle anderen Browser wurden abgemeldet.'],
    ['password_was_reset', 'en', 'All browsers were signed out.'],
    ['password_was_reset', 'de', 'Alle Browser wurden abgemeldet.'],
    ['password_set_by_operator', 'en', 'All browsers were signed out, and applications'],
    ['password_set_by_operator', 'de', 'Alle Browser wurden abgemeldet, und Anwendungen'],
  ] as const)(
    'says which browsers were signed out: %s, %s',
    (template, language, text) => {
      const mail = renderMail(
        { template, language, to: 'ann@example.com' },
        url,
        situation,
      );
      expect(mail.text).toContain(text);
      expect(mail.html).toContain(text);
    },
  );

  it('has the same subject and the same link for a change by the user or the operator', () => {
    const pages = getPageUrls({ auth: url }, 'v7.1');
    const templates = [
      'password_changed',
      'password_was_reset',
      'password_set_by_operator',
    ] as const;
    for (const template of templates) {
      const mail = renderMail(
        { template, language: 'en', to: 'ann@example.com' },
        url,
        situation,
      );
      expect(mail.subject).toBe('Your password was changed');
      expect(requireTemplate(template).getPage?.(pages)).toContain(
        'purpose=password_reset',
      );
    }
  });
});

it('has times as the reader reads them, in UTC unless they chose a time zone', () => {
  const request = {
    template: 'erasure_scheduled',
    to: 'ann@example.com',
    time: '2026-11-20T23:30:00.000Z',
  };
  const render = (reader: { language: string; time_zone?: string }) =>
    renderMail({ ...request, ...reader }, url, situation).text.replace(/\s/g, ' ');
  expect(render({ language: 'en' })).toContain('on November 20, 2026 at 11:30 PM (UTC).');
  const british = { language: 'en-GB', time_zone: 'Europe/London' };
  expect(render(british)).toContain('on 20 November 2026 at 23:30 (UTC).');
  const swiss = { language: 'de-CH', time_zone: 'Europe/Zurich' };
  expect(render(swiss)).toContain('am 21. November 2026 um 00:30 (UTC+1) gelöscht.');
});

it('ends with what the operator says about the service', () => {
  const request = { template: 'email_changed', to: 'ann@example.com', language: 'de' };
  const silent = renderMail(request, url, situation).text;
  expect(silent).toContain('-- \nDiese E-Mail wurde automatisch gesendet.');
  const { text, html } = renderMail(request, url, {
    ...situation,
    service: {
      name: 'Turnverein <Musterstadt>',
      contact_url: 'mailto:help@example.com',
      privacy_url: 'https://example.com/privacy?a=1&b=2',
    },
  });
  expect(text).toContain('automatisch von Turnverein <Musterstadt> gesendet');
  expect(text).toContain(
    '\nBetreiber: help@example.com\nDatenschutzhinweise: https://example.com/privacy?a=1&b=2\n',
  );
  expect(text).not.toContain('Nutzungsbedingungen');
  expect(html).toContain(' style="color:#4f5e6b">help@example.com</a>');
  expect(html).toContain('Turnverein &lt;Musterstadt&gt;');
});

it('calls the service by the name that the operator has given it', () => {
  const request = { template: 'invitation', to: 'ann@example.com', language: 'de' };
  const { subject } = renderMail(request, url, situation);
  expect(subject).toBe('Ihre Einladung: ein Konto beim Fitnessdatendienst');
  const named = renderMail(request, url, {
    ...situation,
    service: { name: 'Laufclub Nord' },
  });
  expect(named.text).toContain('ein Konto bei Laufclub Nord anzulegen');
});

it('greets the reader, and says when and in which browser it happened', () => {
  const request = {
    template: 'new_browser',
    to: 'ann@example.com',
    language: 'en-GB',
    name: 'Ann <3',
    browser: 'Firefox, Windows',
    time_zone: 'Europe/Berlin',
  };
  const { text, html } = renderMail(request, url, situation);
  expect(text).toMatch(/^Hello Ann <3,\n\n/);
  expect(text).toContain(
    'Time: 20 November 2026 at 13:00 (UTC+1)\nBrowser: Firefox, Windows',
  );
  expect(html).toContain('Hello Ann &lt;3,');
  expect(html).not.toMatch(/<img|<link|<script|url\(/);
});

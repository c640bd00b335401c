import { describe, expect, it } from 'vitest';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import type { EmailLink } from '../email-link.ts';
import { renderOpenLinkPage } from './open-link.page.ts';
import { type LinkForm, listFormProblems } from './open-link.ts';

const password = 'correct horse battery';
const valid = {
  form_token: 'x',
  name: 'Ann',
  password,
  repeated: password,
  health_consent: 'yes',
  end_grants: '',
  time_zone: '',
};
const link: EmailLink = {
  id: 'link',
  user_id: 'user',
  purpose: 'sign_up',
  email: 'ann@example.com',
  digests: {},
  expires_at: 0,
  ttl: 0,
};

const pages = getPageUrls({ auth: 'https://auth.example' }, 'v7.1');
const reader = { language: 'en', service: {}, link, token: 'token', pages } as const;

/** Returns the page that says what is wrong with a form. */
function renderAgain(form: LinkForm, opened = link): string {
  const problems = listFormProblems(opened, form);
  const { form_token } = form;
  const sent = { form_token, entered: form, problems };
  return renderOpenLinkPage({ ...reader, link: opened, ...sent });
}

/** Returns whether a box of a page is ticked. */
function isTicked(page: string, name: string): boolean {
  const [box = ''] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page) ?? [];
  expect(box).toContain('type="checkbox"');
  return box.includes(' checked');
}

describe('the form that creates an account', () => {
  it.each([
    ['a common password', { password: 'Password1', repeated: 'Password1' }, 'too common'],
    ['a short password', { password: 'short', repeated: 'short' }, '8 to 256'],
    ['a different repetition', { repeated: 'other' }, 'do not match'],
    ['no name', { name: ' ' }, 'Enter a name'],
    ['a name of zero-width characters', { name: '\u200b\u200b' }, 'invisible'],
    ['no consent', { health_consent: '' }, 'Tick the box to agree'],
    ['a bidirectional override', { name: 'Ann\u202e' }, 'the direction of text'],
  ])('rejects %s and keeps the name', (_, fields, sentence) => {
    const form = { ...valid, ...fields };

    const page = renderAgain(form);
    expect(page).toContain(sentence);
    expect(page).toContain(`value="${form.name}"`);
    expect(page).not.toContain(form.password);
  });

  it('names all problems at once, each beside its field, too', () => {
    const empty = { name: '', password: '', repeated: 'x', health_consent: '' };
    const page = renderAgain({ ...valid, ...empty });
    const [, alert = ''] = /<p class="error"[^>]*>([^<]*)/.exec(page) ?? [];
    for (const sentence of ['Enter a name', '8 to 256', 'do not match', 'Tick the box'])
      expect(alert).toContain(sentence);
    for (const id of ['name', 'password', 'repeated'])
      expect(page).toContain(`id="${id}-problem"`);
  });

  it.each([
    ['health_consent', link],
    ['end_grants', { ...link, purpose: 'password_reset' } as const],
  ] as const)('keeps what the person has ticked: %s', (name, opened) => {
    const mistyped = { ...valid, repeated: 'other', [name]: 'yes' };
    expect(isTicked(renderAgain(mistyped, opened), name)).toBe(true);
    expect(isTicked(renderAgain({ ...mistyped, [name]: '' }, opened), name)).toBe(false);
  });

  it('accepts a name and a new password that is repeated', () => {
    expect(listFormProblems(link, valid)).toEqual([]);
  });

  it('leads to the privacy notice and the operator beside the consent, if there are any', () => {
    const privacy_url = 'https://operator.example/privacy';
    const contact_url = 'mailto:help@operator.example';
    const render = (service: ServiceIdentity) => {
      const page = renderOpenLinkPage({ ...reader, service, form_token: 'x' });
      return page.slice(page.indexOf('name="health_consent"'), page.indexOf('</form>'));
    };
    const form = render({ privacy_url, contact_url });
    expect(form).toContain(`href="${privacy_url}">How your data is processed`);
    expect(form).toContain(`href="${contact_url}">Contact the operator`);
    expect(render({})).not.toContain('href');
  });
});

it('says since when browsers are signed out if a change of address is undone', () => {
  const changed_datetime = '2026-11-28T04:00:00.000Z';
  const undo = { ...link, purpose: 'email_undo', changed_datetime } as const;
  const page = renderOpenLinkPage({ ...reader, link: undo, form_token: 'x' });
  const text = page.replace(/\s+/g, ' ');
  expect(text).toContain('signed in since November 28, 2026 at 4:00 AM (UTC) will be');
});

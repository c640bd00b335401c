import { describe, expect, it } from 'vitest';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import type { EmailLink } from '../email-link.ts';
import { renderOpenLinkPage } from './open-link.page.ts';
import { findFormProblem } from './open-link.ts';

const password = 'correct horse battery';
const valid = {
  form_token: 'x',
  name: 'Ann',
  password,
  repeated: password,
  health_consent: 'yes',
  end_grants: '',
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
    const problem = findFormProblem(link, form);
    const { form_token, name } = form;
    if (!problem) throw new Error('The form is accepted.');

    const reader = { language: 'en', service: {}, pages } as const;
    const page = renderOpenLinkPage({ ...reader, link, form_token, name, problem });
    expect(page).toContain(sentence);
    expect(page).toContain(`value="${form.name}"`);
    expect(page).not.toContain(form.password);
  });

  it('accepts a name and a new password that is repeated', () => {
    expect(findFormProblem(link, valid)).toBeUndefined();
  });

  it('leads to the privacy notice and the operator beside the consent, if there are any', () => {
    const privacy_url = 'https://operator.example/privacy';
    const contact_url = 'mailto:help@operator.example';
    const render = (service: ServiceIdentity) => {
      const reader = { language: 'en', service, pages } as const;
      const page = renderOpenLinkPage({ ...reader, link, form_token: 'x' });
      return page.slice(page.indexOf('name="health_consent"'), page.indexOf('</form>'));
    };
    const form = render({ privacy_url, contact_url });
    expect(form).toContain(`href="${privacy_url}">How your data is processed`);
    expect(form).toContain(`href="${contact_url}">Contact the operator`);
    expect(render({})).not.toContain('href');
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import {
  buildServiceIdentity,
  describeMissingIdentity,
  identityForms,
} from './service-identity.ts';

describe('the identity of a service', () => {
  it('has an address as a link, and a logo as a URL that needs no request', () => {
    const logo = join(createTemporaryFolder(), 'logo.SVG');
    writeFileSync(logo, '<svg/>');
    const given = { serviceName: 'Club', contact: 'help@example.com', logo };
    expect(buildServiceIdentity(given)).toEqual({
      name: 'Club',
      contact_url: 'mailto:help@example.com',
      logo: 'data:image/svg+xml;base64,PHN2Zy8+',
    });
    const contact = 'https://example.com/contact';
    expect(buildServiceIdentity({ contact })).toEqual({ contact_url: contact });
  });

  it('refuses a logo that does not fit into the environment of a function', () => {
    const logo = join(createTemporaryFolder(), 'logo.png');
    writeFileSync(logo, Buffer.alloc(1501));
    expect(() => buildServiceIdentity({ logo })).toThrow('can have at most 1500');
  });

  it.each([
    ['contact', 'help'],
    ['contact', 'mailto:help@example.com'],
    ['contact', 'javascript://example.com/%0aalert(1)'],
    ['privacyUrl', 'http://example.com/privacy'],
    ['termsUrl', 'https://'],
    ['serviceName', ''],
    ['logo', 'logo.gif'],
  ] as const)('has no %s %j', (name, value) => {
    expect(identityForms[name].pattern.test(value)).toBe(false);
  });

  it('tells the operator which settings are missing', () => {
    const toSetting = (name: string) => `--${name}`;
    const none = describeMissingIdentity({}, toSetting);
    expect(none).toContain('Missing settings: --contact, --privacyUrl, --termsUrl.');
    const complete = {
      contact_url: 'mailto:help@example.com',
      privacy_url: 'https://example.com/privacy',
      terms_url: 'https://example.com/terms',
    };
    expect(describeMissingIdentity(complete, toSetting)).toBeUndefined();
  });
});

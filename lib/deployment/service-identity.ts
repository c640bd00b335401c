import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { compact } from '#shared/runtime/compact.ts';

/** A setting of the identity: its valid values, and a form that completes "must be". */
export interface IdentityForm {
  pattern: RegExp;
  form: string;
}

const address = /^[\w.+-]+@[a-z0-9.-]+$/i;
const page: IdentityForm = {
  pattern: /^https:\/\/[^/\s]+\S*$/,
  form: 'an https URL such as https://example.com/privacy',
};

/** The values of the settings of the identity. */
export const identityForms = {
  serviceName: { pattern: /^\P{Cc}{1,60}$/u, form: 'a name of 1 to 60 characters' },
  contact: {
    pattern: RegExp(`${address.source}|${page.pattern.source}`, 'i'),
    form: 'an address such as help@example.com, or an https URL',
  },
  privacyUrl: page,
  termsUrl: page,
  logo: { pattern: /\.(?:svg|png)$/i, form: 'the path of an SVG or PNG file' },
} as const satisfies Record<string, IdentityForm>;

/** The settings of the identity as the operator gives them. */
export type GivenIdentity = {
  [Name in keyof typeof identityForms]?: string | undefined;
};

/** The address that mail is sent from. */
export const mailFromForm: IdentityForm = {
  pattern: address,
  form: 'an address such as no-reply@example.com',
};

/** Returns the identity that settings describe. Throws if the file of the logo is unsuitable. */
export function buildServiceIdentity(given: GivenIdentity): ServiceIdentity {
  const { serviceName, contact, privacyUrl, termsUrl, logo } = given;
  return compact({
    name: serviceName,
    contact_url: contact && (contact.includes('://') ? contact : `mailto:${contact}`),
    privacy_url: privacyUrl,
    terms_url: termsUrl,
    logo: logo && readLogo(logo),
  });
}

/** The environment of a Lambda function, which has the logo, is limited to 4 KB. */
const maxLogoBytes = 1500;

/** Reads an image as a `data:` URL. */
function readLogo(path: string): string {
  const bytes = readFileSync(path);
  if (bytes.length > maxLogoBytes)
    throw new Error(
      `The logo ${path} has ${bytes.length} bytes. It can have at most ${maxLogoBytes}.`,
    );
  const type = extname(path).toLowerCase() === '.png' ? 'image/png' : 'image/svg+xml';
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** The settings without which people do not know who has their data. */
const requiredNames = ['contact', 'privacyUrl', 'termsUrl'] as const;

/**
 * Returns what an operator should be told about a service that other people use: which settings are
 * missing, under the names by which they are set. Returns undefined if none is.
 */
export function describeMissingIdentity(
  { contact_url, privacy_url, terms_url }: ServiceIdentity,
  toSetting: (name: (typeof requiredNames)[number]) => string,
): string | undefined {
  const values = { contact: contact_url, privacyUrl: privacy_url, termsUrl: terms_url };
  const missing = requiredNames.filter((name) => values[name] === undefined);
  if (missing.length === 0) return undefined;
  return (
    'The pages do not say who runs the service and what happens to the data of people. ' +
    `Missing settings: ${missing.map(toSetting).join(', ')}.`
  );
}

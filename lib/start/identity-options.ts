import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import {
  buildServiceIdentity,
  describeMissingIdentity,
  type GivenIdentity,
  type IdentityForm,
  identityForms,
  mailFromForm,
} from '../deployment/service-identity.ts';

/** The options about the service and its operator, which pages and mail show. */
export const identityOptions = {
  serviceName: createTextOption(
    '--service-name <name>',
    'name of the service',
    identityForms.serviceName,
  ),
  contact: createTextOption(
    '--contact <address>',
    'address or page at which people reach you',
    identityForms.contact,
  ),
  privacyUrl: createTextOption(
    '--privacy-url <url>',
    'your privacy notice',
    identityForms.privacyUrl,
  ),
  termsUrl: createTextOption('--terms-url <url>', 'your terms', identityForms.termsUrl),
  logo: createTextOption(
    '--logo <file>',
    'SVG or PNG file of the logo',
    identityForms.logo,
  ),
  mailFrom: createTextOption(
    '--mail-from <address>',
    'address that mail is sent from (default: fitness-data@localhost)',
    mailFromForm,
  ),
} as const;

function createTextOption<Flags extends string>(
  flags: Flags,
  description: string,
  { pattern, form }: IdentityForm,
) {
  return new Option(flags, description).argParser((text: string) => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(`Expected ${form}.`);
  });
}

/** The identity of a service on this machine, and the address that its mail is sent from. */
export interface LocalIdentity {
  service: ServiceIdentity;
  mailFrom: string | undefined;
  /** Advice for the operator of a public service, a sentence or two each. */
  advice: readonly string[];
}

/** Returns the identity that options describe. Throws if the file of the logo is unsuitable. */
export function readIdentity({
  mailFrom,
  ...given
}: GivenIdentity & { mailFrom?: string | undefined }): LocalIdentity {
  const service = buildServiceIdentity(given);
  const flags = {
    contact: '--contact',
    privacyUrl: '--privacy-url',
    termsUrl: '--terms-url',
  };
  const missing = describeMissingIdentity(service, (name) => flags[name]);
  const sender =
    mailFrom === undefined
      ? 'Mail is from fitness-data@localhost, which most servers reject: set --mail-from.'
      : undefined;
  const advice = [missing, sender].filter((text) => text !== undefined);
  return { service, mailFrom, advice };
}

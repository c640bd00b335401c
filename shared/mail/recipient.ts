import { domainToASCII } from 'node:url';

/** Matches a local part without quotes: a dot-atom (RFC 5322 section 3.2.3), in ASCII. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** RFC 5321 section 4.5.3.1.1. */
const maxLocalPartLength = 64;

/** Matches a domain name of at least two labels, in ASCII. */
const domainName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/**
 * Returns an address in the form in which mail can be sent to it: one recipient in ASCII, with an
 * international domain name in Punycode. Returns undefined if there is no such form, e.g. if the
 * address is a list.
 */
export function toRecipient(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = domainToASCII(address.slice(at + 1));
  const isValid = localPart.test(local) && domainName.test(domain);
  return isValid && local.length <= maxLocalPartLength ? `${local}@${domain}` : undefined;
}

/** Matches a local part without quotes: a dot-atom (RFC 5322 section 3.2.3), in ASCII. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** RFC 5321 section 4.5.3.1.1. */
const maxLocalPartLength = 64;

/**
 * Matches a domain name of at least two labels, in ASCII. The last label begins with a letter,
 * unlike that of an IP address.
 */
const domainName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/;

/** Matches a domain without the ASCII characters that end or escape the host of a URL. */
const hostCharacters = /^[a-z0-9.\-\u{80}-\u{10ffff}]+$/iu;

/**
 * Returns a domain in lower case, and an international one in Punycode. Returns undefined if it is
 * no domain. All spellings of a domain have the same result (Unicode Technical Standard 46).
 */
export function toAsciiDomain(domain: string): string | undefined {
  // Otherwise the host of `example.com/path` and of `ex%61mple.com` is `example.com`.
  if (!hostCharacters.test(domain)) return undefined;
  return URL.parse(`http://${domain}`)?.hostname;
}

/**
 * Returns an address in the form in which mail can be sent to it: one recipient in ASCII, with an
 * international domain name in Punycode. Returns undefined if there is no such form, e.g. if the
 * address is a list.
 */
export function toRecipient(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = toAsciiDomain(address.slice(at + 1)) ?? '';
  const isValid = localPart.test(local) && domainName.test(domain);
  return isValid && local.length <= maxLocalPartLength ? `${local}@${domain}` : undefined;
}

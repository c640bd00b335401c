import { newSecret, toChecksum } from './secrets.ts';

/** The letters after `fit_` in a token of each kind. Secret scanners know kinds by them. */
const prefixes = {
  access: 'at',
  personal: 'pat',
  inbox: 'in',
  refresh: 'rt',
  code: 'ac',
  session: 'ss',
  link: 'ln',
  hint: 'hn',
} as const;
/** The purpose of a token. A token of one kind is rejected where another is expected. */
export type TokenKind = keyof typeof prefixes;

/** The parts of a token. `user_id` and `id` are the key of the item that holds its digest. */
export interface Token {
  /** The id of a user, or the service principal of a client. */
  user_id: string;
  /** The id of the grant, session or link. */
  id: string;
  secret: string;
}

function buildPattern(kind: TokenKind): RegExp {
  const id = '([0-9a-z]{1,64})';
  const user_id = '([0-9a-z-]{1,64})';
  const secret = '([0-9a-z]{52})';
  const checksum = '([0-9a-z]{7})';
  return new RegExp(`^(fit_${prefixes[kind]}_${user_id}_${id}_${secret})${checksum}$`);
}

/**
 * Formats a token as `fit_<prefix>_<user_id>_<id>_<secret><checksum>`. None of its characters needs
 * encoding in a URL, header or form.
 */
export function formatToken(kind: TokenKind, { user_id, id, secret }: Token): string {
  const text = `fit_${prefixes[kind]}_${user_id}_${id}_${secret}`;
  return text + toChecksum(text);
}

/** Parses a token of a kind. Returns undefined if the format or the checksum is wrong. */
export function parseToken(kind: TokenKind, text: string): Token | undefined {
  const match = buildPattern(kind).exec(text);
  if (!match) return undefined;
  const [, body = '', user_id = '', id = '', secret = '', checksum] = match;
  if (checksum !== toChecksum(body)) return undefined;
  return { user_id, id, secret };
}

/** Returns a new client secret, formatted as `fit_cs_<secret><checksum>`. */
export function newClientSecret(): string {
  const text = `fit_cs_${newSecret()}`;
  return text + toChecksum(text);
}

import { newSecret, toChecksum } from './secrets.ts';

const kinds = { access: 'at', refresh: 'rt', code: 'ac', session: 'ss' } as const;
/** What a token is for. Each kind is refused wherever another is expected. */
export type TokenKind = keyof typeof kinds;

/** What a token says: whose item holds its digest, which item that is, and the secret itself. */
export interface Token {
  /** A person's id, or an application's service principal. */
  user_id: string;
  id: string;
  secret: string;
}

const shapes = Object.fromEntries(
  Object.entries(kinds).map(([kind, mark]) => [
    kind,
    new RegExp(`^(fit_${mark}_([0-9a-z-]{1,64})_([0-9a-z]{1,64})_([0-9a-z]{52}))([0-9a-z]{7})$`),
  ]),
) as Record<TokenKind, RegExp>;

/** Writes a token: `fit_<kind>_<user_id>_<id>_<secret><checksum>`, in characters that need no encoding anywhere. */
export function formatToken(kind: TokenKind, { user_id, id, secret }: Token): string {
  const text = `fit_${kinds[kind]}_${user_id}_${id}_${secret}`;
  return text + toChecksum(text);
}

/** Reads a token of that kind; undefined where the text is none or its checksum is wrong. */
export function parseToken(kind: TokenKind, text: string): Token | undefined {
  const [, body = '', user_id = '', id = '', secret = '', checksum] = shapes[kind].exec(text) ?? [];
  return checksum !== undefined && checksum === toChecksum(body)
    ? { user_id, id, secret }
    : undefined;
}

/** A new secret of an application: `fit_cs_<secret><checksum>`. */
export function newClientSecret(): string {
  const text = `fit_cs_${newSecret()}`;
  return text + toChecksum(text);
}

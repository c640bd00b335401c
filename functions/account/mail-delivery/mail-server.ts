import * as z from 'zod/mini';
import { text } from '#shared/contract/schema.ts';
import type { Envelope } from '#shared/encryption/envelope.ts';
import type { mailServerContext } from './mail-delivery.keys.ts';

const HostName = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(
      /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i,
      'must be a name such as smtp.example.com',
    ),
  );

/** The server that the operator chose, as the command line takes it. */
export const NewMailServer = z.object({
  host: HostName,
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  /** Whether TLS begins with the connection. */
  implicit_tls: z.boolean(),
  user: z.optional(text(255, 1)),
  password: z.optional(text(8192, 1)),
});
export type NewMailServer = z.input<typeof NewMailServer>;

/** The server by which the operator sends mail, without the password. */
export type MailServerProfile = Omit<NewMailServer, 'password'> & {
  updated_datetime: string;
};

export type StoredMailServer = MailServerProfile & { password?: Envelope };

/**
 * Returns the encryption context of the password. It names the server, so nobody who can write to
 * the table can have the password sent to another one.
 */
export function toMailServerContext({
  host,
  port,
}: Pick<MailServerProfile, 'host' | 'port'>): Record<
  (typeof mailServerContext)[number],
  string
> {
  return { mail_server: `${host}:${port}` };
}

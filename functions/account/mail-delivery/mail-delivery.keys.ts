import { defineItemKey, type Key } from '#shared/table/keys.ts';

export const mailDeliveryKeys = {
  /** The server by which the operator sends mail. */
  mailServer: (): Key => ({ pk: 'MAIL_SERVER', sk: 'MAIL_SERVER' }),
  /** By the digest of an address to which no mail is sent. */
  blockedAddress: defineItemKey('BLOCKED_ADDRESS'),
  blockedAddresses: () => 'BLOCKED_ADDRESSES',
  mailTest: defineItemKey('MAIL_TEST'),
};

/** The name in the encryption context of the password at a mail server. */
export const mailServerContext = ['mail_server'] as const;

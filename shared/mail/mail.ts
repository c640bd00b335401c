import { createWriteId } from '#shared/table/writes.ts';
import type { Locale } from '../pages/language.ts';

/** A mail as plain text and as HTML. */
export interface Mail {
  /** The same for all attempts to send the mail. Recipients get it as a part of `Message-ID`. */
  id: string;
  /**
   * The user that the mail is about. Kept copies are deleted with that user. Undefined if the mail
   * is about its recipient, who may not learn which user caused it.
   */
  user_id: string | undefined;
  /** The name of the template, e.g. `email_changed`. */
  template: string;
  /** The recipient's address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The outcome of a mail: it was accepted, or can never be delivered to its recipient. */
export interface MailReceipt {
  outcome: 'sent' | 'rejected';
  /** The sending system in words, e.g. `smtp.example.com:587`. */
  via: string;
  /** The answer, e.g. `250 OK`. It can quote the recipient, so no log has it. */
  answer: string;
  /** Whether it was rejected because the address does not exist. */
  isAddressUnknown?: true;
}

/**
 * Sends mail. Throws if a later attempt may succeed, e.g. after the operator has corrected the
 * password of the service. The name of the error says why.
 */
export type SendMail = (mail: Mail) => Promise<MailReceipt>;

/** The texts of a mail in one language. The link stands between `before` and `after`. */
export interface MailTexts {
  subject: string;
  before: string;
  /** The text of the link, if the mail has one. */
  link?: string;
  after: string;
}

/** The texts of a mail that are the same for everybody, or that mention details. */
type MailText = MailTexts | ((details: ReadDetails) => MailTexts);

/** A mail of a feature. */
export interface MailTemplate<Pages> {
  /**
   * Returns the URL of the page that the mail leads to. Absent if the mail has a link that works
   * once.
   */
  getPage?(pages: Pages): string;
  /** Whether the mail goes to another person than the one whose request caused it. */
  isToOtherPerson?: true;
  /** Whether the mail goes to the contact of the service, whatever the request says. */
  isToOperator?: true;
  en: MailText;
  de: MailText;
}

/** Facts that the text of a mail mentions. */
export interface MailDetails {
  /** The browser in which it happened, as in `Firefox, Windows`. */
  browser?: string;
  /** The name of the application, or of the personal access token. */
  application?: string;
  /** The scopes of the application, or of the token. */
  scope?: string;
  /** When the account will be erased, or the token expires, as in `2026-11-20T12:00:00.000Z`. */
  time?: string;
  /**
   * For `erasure_started`: the id of the receipt. For a webhook: its address. For an application:
   * its client id.
   */
  reference?: string;
}

/** The choices of the person who reads a mail. */
export interface MailReader {
  /** The name with which the mail greets them. */
  name?: string;
  /** A language tag. */
  language?: string;
  time_zone?: string;
}

/** Details, how the person who reads the mail reads dates, and what they call the service. */
export interface ReadDetails extends MailDetails, Pick<MailReader, 'time_zone'> {
  locale: Locale;
  /** The service with its preposition, as in `with the fitness data service`. */
  atService: string;
}

/** A request for a mail. The function that sends the mail adds the link and the sender. */
export interface MailRequest<Template extends string = string> extends MailDetails {
  template: Template;
  /** The recipient's address, as the person entered it. */
  to: string;
  /** The language tag of the text, with the region that decides how dates are written. */
  language: string;
}

/** The attributes of an item whose write requests a mail. */
export interface MailAttributes {
  mail: MailRequest & {
    id: string;
    /** When it was requested, which is when it happened. Absent before release 0.6.0. */
    requested_datetime?: string;
  };
}

/**
 * Returns the attributes that make a write request a mail. The table's stream hands them to the
 * function that sends mail, so the mail is requested if and only if the write succeeds. `Template`
 * are the mails of the feature, and must be given.
 */
export function createMailAttributes<Template extends string = never>(
  request: MailRequest<NoInfer<Template>>,
): MailAttributes {
  const requested_datetime = new Date().toISOString();
  return { mail: { ...request, id: createWriteId(), requested_datetime } };
}

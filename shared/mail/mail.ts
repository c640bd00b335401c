import { createWriteId } from '#shared/table/writes.ts';

/** A mail as plain text and as HTML. */
export interface Mail {
  /** The user that the mail is about. Kept copies are deleted with that user. */
  user_id: string;
  /** What the mail is about, e.g. `email_changed`. */
  template: string;
  /** The recipient's address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Whether a mail was accepted, or can never be delivered. */
export type MailResult = 'sent' | 'rejected';

/** Sends mail. Throws if a later attempt may succeed. */
export type SendMail = (mail: Mail) => Promise<MailResult>;

const linkTemplates = [
  'sign_up',
  'invitation',
  'password_reset',
  'email_change',
] as const;

/** A mail with a link that works once, named after the purpose of the link. */
export type LinkTemplate = (typeof linkTemplates)[number];

/** A mail about something that happened, without a link that works once. */
export type NoticeTemplate =
  | 'account_exists'
  | 'password_changed'
  | 'password_was_reset'
  | 'password_set_by_operator'
  | 'email_changed'
  | 'new_browser'
  | 'erasure_scheduled'
  | 'erasure_cancelled'
  | 'erasure_started'
  | 'export_ready'
  | 'export_failed';

/** Returns whether a mail contains a link that works once. */
export function isLinkTemplate(
  template: LinkTemplate | NoticeTemplate,
): template is LinkTemplate {
  return linkTemplates.some((known) => known === template);
}

/** Facts that the text of a mail mentions. */
export interface MailDetails {
  /** For `new_browser`: the browser, as in `Firefox, Windows`. */
  browser?: string;
  /** For `erasure_scheduled`: when the account will be erased, as in `2026-11-20T12:00:00.000Z`. */
  time?: string;
  /** For `erasure_started`: the id of the receipt. */
  reference?: string;
}

/** A request for a mail. The function that sends the mail adds the link and the sender. */
export interface MailRequest extends MailDetails {
  template: LinkTemplate | NoticeTemplate;
  /** The recipient's address, as the person entered it. */
  to: string;
  /** The language tag of the text. */
  language: string;
}

/** The attributes of an item whose write requests a mail. */
export interface MailAttributes {
  mail: MailRequest & { id: string };
}

/**
 * Returns the attributes that make a write request a mail. The table's stream hands them to the
 * function that sends mail, so the mail is requested if and only if the write succeeds.
 */
export function createMailAttributes(request: MailRequest): MailAttributes {
  return { mail: { ...request, id: createWriteId() } };
}

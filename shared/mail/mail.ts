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

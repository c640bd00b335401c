/** The texts of one mail. The link, if it has one, stands between `before` and `after`. */
export interface MailTexts {
  subject: string;
  before: string;
  /** What the link does. */
  link?: string;
  after: string;
}

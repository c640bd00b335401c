/** The texts of one mail. The link, if it has one, stands between `before` and `after`. */
export interface MailTexts {
  subject: string;
  before: string;
  /** The text of the link. */
  link?: string;
  after: string;
}

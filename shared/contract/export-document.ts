/** The languages of the README of an export, by their tag (BCP 47). */
export type ExportLanguage = 'en' | 'de';

/** A text in each language of the README. */
export type ExportText = Readonly<Record<ExportLanguage, string>>;

/** The text of the README about a member, or why the export leaves the member out. */
export type MemberRule = ExportText | 'secret' | 'internal';

/** A JSON document of an export. It has all items of one kind, with these members. */
export interface ExportDocument<Member extends string = string> {
  /** The text of the README about the document. */
  description: ExportText;
  /** The members of an item, in the order in which the document has them. */
  members: Readonly<Record<Member, MemberRule>>;
}

/** The names of the members of a type. For a union, those of all its types. */
type MemberName<Item> = Item extends unknown ? keyof Item & string : never;

/** Defines the document of the items of type `Item`. A member that is missing does not compile. */
export function defineExportDocument<Item>(
  document: ExportDocument<MemberName<Item>>,
): ExportDocument {
  return document;
}

/** The README's text for members that several documents have. */
export const commonMembers = {
  id: { en: 'the id', de: 'die ID' },
  username: {
    en: 'your short name in this service',
    de: 'Ihr Kurzname in diesem Dienst',
  },
  display_name: { en: 'the name that others see', de: 'der Name, den andere sehen' },
  email: { en: 'the email address', de: 'die E-Mail-Adresse' },
  browser: {
    en: 'the browser and the operating system',
    de: 'der Browser und das Betriebssystem',
  },
  state: { en: 'the progress', de: 'der Stand' },
  created_datetime: { en: 'when it was created', de: 'wann es angelegt wurde' },
  last_used_on: {
    en: 'the day on which it was last used',
    de: 'der Tag der letzten Verwendung',
  },
  expires_at: {
    en: 'when it ends, in seconds since 1970 (UTC)',
    de: 'wann es endet, in Sekunden seit 1970 (UTC)',
  },
} as const satisfies Readonly<Record<string, ExportText>>;

const en = {
  sent: 'This email was sent automatically. You cannot reply to it.',
  sentBy: (service: string) =>
    `This email was sent automatically by ${service}. You cannot reply to it.`,
  contact: 'Operator',
  privacy: 'Privacy notice',
  terms: 'Terms of use',
};

const de: typeof en = {
  sent: 'Diese E-Mail wurde automatisch gesendet. Antworten sind nicht möglich.',
  sentBy: (service) =>
    `Diese E-Mail wurde automatisch von ${service} gesendet. Antworten sind nicht möglich.`,
  contact: 'Betreiber',
  privacy: 'Datenschutzerklärung',
  terms: 'Nutzungsbedingungen',
};

/** The texts of the end of every mail. */
export const mailTexts = { en, de };

const en = {
  greeting: (name: string) => `Hello ${name},`,
  time: 'Time',
  browser: 'Browser',
  sent: 'This email was sent automatically. You cannot reply to it.',
  sentBy: (service: string) =>
    `This email was sent automatically by ${service}. You cannot reply to it.`,
  atThisService: 'with the fitness data service',
  atService: (service: string) => `with ${service}`,
  contact: 'Operator',
};

const de: typeof en = {
  greeting: (name) => `Guten Tag ${name},`,
  time: 'Zeit',
  browser: 'Browser',
  sent: 'Diese E-Mail wurde automatisch gesendet. Antworten sind nicht möglich.',
  sentBy: (service) =>
    `Diese E-Mail wurde automatisch von ${service} gesendet. Antworten sind nicht möglich.`,
  atThisService: 'beim Fitnessdatendienst',
  atService: (service) => `bei ${service}`,
  contact: 'Betreiber',
};

/** The name of the service in mails, and the texts of the end of each. */
export const mailTexts = { en, de };

import de from './mail.texts.de.ts';

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

/** The name of the service in mails, and the texts of the end of each. */
export const mailTexts = { en, de };
export type CommonMailTexts = typeof en;

import type { CommonMailTexts } from './mail.texts.ts';

const de: CommonMailTexts = {
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

export default de;

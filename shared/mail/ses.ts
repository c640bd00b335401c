import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { compact } from '../runtime/compact.ts';
import { findEnvironment } from '../runtime/environment.ts';
import { getStreamingClientOptions, keepClient } from '../runtime/store-client.ts';
import type { MailReceipt, SendMail } from './mail.ts';
import { autoSubmitted } from './message.ts';

/**
 * The error of Amazon SES about a mail that it can never deliver, e.g. because of its address.
 * `MessageRejected` is not final: it is also the error if the sender is not verified.
 */
const finalError = 'BadRequestException';

const charset = 'UTF-8';

/** `MAIL_REGION` is the region of SES. It defaults to the region of the function. */
const getClient = keepClient('AWS_ENDPOINT_URL_SESV2', () => {
  const region = findEnvironment('MAIL_REGION');
  return new SESv2Client({
    ...getStreamingClientOptions('mail'),
    ...compact({ region }),
  });
});

/**
 * Returns a function that sends mail from a verified address with Amazon SES, which reports
 * bounces as the configuration set `MAIL_CONFIGURATION_SET` says.
 */
export function createSesMail(from: string): SendMail {
  const toReceipt = (outcome: MailReceipt['outcome'], answer: string): MailReceipt => ({
    outcome,
    via: 'Amazon SES',
    answer,
  });
  return async ({ to, subject, text, html }) => {
    const command = new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: charset },
          Body: {
            Text: { Data: text, Charset: charset },
            Html: { Data: html, Charset: charset },
          },
          Headers: [{ Name: autoSubmitted.name, Value: autoSubmitted.value }],
        },
      },
      ...compact({ ConfigurationSetName: findEnvironment('MAIL_CONFIGURATION_SET') }),
    });
    try {
      const { MessageId = '' } = await getClient().send(command);
      return toReceipt('sent', MessageId);
    } catch (error) {
      if (error instanceof Error && error.name === finalError)
        return toReceipt('rejected', error.message);
      throw error;
    }
  };
}

import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { compact } from '../runtime/compact.ts';
import { getStoreClientOptions } from '../runtime/store-client.ts';
import type { SendMail } from './mail.ts';

/**
 * The error of Amazon SES about a mail that it can never deliver, e.g. because of its address.
 * `MessageRejected` is not final: it is also the error if the sender is not verified.
 */
const finalError = 'BadRequestException';

const charset = 'UTF-8';

/**
 * Returns a function that sends mail from a verified address with Amazon SES. `region` is that of
 * SES and defaults to the region of the function.
 */
export function createSesMail(from: string, region: string | undefined): SendMail {
  const client = new SESv2Client({
    ...getStoreClientOptions('mail'),
    ...compact({ region }),
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
        },
      },
    });
    try {
      await client.send(command);
      return 'sent';
    } catch (error) {
      if (error instanceof Error && error.name === finalError) return 'rejected';
      throw error;
    }
  };
}

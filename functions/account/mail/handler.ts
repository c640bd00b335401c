import * as mailTests from '#functions/account/mail-delivery/mail-test.store.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { findOwner } from '#shared/table/keys.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import consumer from './consumer.ts';
import { type Feedback, findFeedback, toBlock } from './feedback.ts';
import {
  blockAddress,
  type MailMessage,
  type MailTable,
  sendRequestedMail,
} from './send-requested-mail.ts';

/** Takes the requests of mail from the table's stream, and what Amazon SES reports about mail. */
export const handler = consumeQueue(consumer, async (message) => {
  const table = openDeclaredTable(consumer, newMeter());
  const feedback = findFeedback(message);
  if (feedback) await takeFeedback(table, feedback);
  else if (message.mail.template === mailTests.testTemplate)
    await runTest(table, message);
  else await sendAndLog(table, message);
  return 'ack';
});

async function sendAndLog(table: MailTable, message: MailMessage): Promise<void> {
  const { outcome } = await sendRequestedMail(table, message);
  const user_id = findOwner(message);
  if (outcome === 'sent')
    return audit('mail_sent', { user_id, code: message.mail.template });
  const code = outcome === 'rejected' ? 'mail_rejected' : outcome;
  audit('mail_not_sent', { user_id, code });
}

/** Sends the operator's test once, and stores what became of it. */
async function runTest(table: MailTable, message: MailMessage): Promise<void> {
  const toFailure = ({ name, message: answer }: Error): mailTests.MailTestResult => ({
    outcome: name,
    answer,
  });
  const result = await sendRequestedMail(table, message).catch(toFailure);
  await mailTests.saveResult(table, message, result);
}

/** Blocks the addresses to which mail came back, or whose owners do not want it. */
async function takeFeedback(table: MailTable, feedback: Feedback): Promise<void> {
  const { addresses, ...why } = toBlock(feedback);
  for (const address of addresses) await blockAddress(table, address, why);
}

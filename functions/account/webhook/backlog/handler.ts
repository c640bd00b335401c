import { consumeWebhookMessages } from '../deliver/consume-messages.ts';
import consumer from './consumer.ts';

export const handler = consumeWebhookMessages(consumer, { isPrompt: false });

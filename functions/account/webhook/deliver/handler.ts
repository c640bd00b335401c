import { consumeWebhookMessages } from './consume-messages.ts';
import consumer from './consumer.ts';

export const handler = consumeWebhookMessages(consumer, { isPrompt: true });

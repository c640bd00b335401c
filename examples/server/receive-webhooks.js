import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '../../client/dist/fitness-data-client.js';

/**
 * Receives the events of a webhook, and prints them: `node receive-webhooks.js`. Start it without a
 * secret to create the webhook, and again with the WEBHOOK_SECRET of the response.
 */
const { WEBHOOK_SECRET = '', PORT = '8787' } = process.env;

/** The ids of the deliveries that were processed. A real receiver has them in its database. */
const processed = new Set();

/** Returns the status and the body of the response. */
async function receive(headers, body) {
  const { type, data } = JSON.parse(body);
  // The service asks this before there is a secret.
  if (type === 'webhook.challenge') return [200, JSON.stringify(data)];

  const event = await verifyWebhook(headers, body, WEBHOOK_SECRET);
  const id = headers['webhook-id'];
  if (!processed.has(id)) console.log(JSON.stringify(event));
  processed.add(id);
  return [204];
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  const [status, content] = await receive(request.headers, body).catch((error) => {
    console.error(error.message);
    return [400];
  });
  response.writeHead(status).end(content);
});

server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`Receiving at http://127.0.0.1:${server.address().port}/`),
);

import { createFitnessDataClient } from '../../client/dist/fitness-data-client.js';

/**
 * Prints the activity types and the remote connection types, which an application reads with client
 * credentials. Without a user, it can read nothing else.
 */
const { BASE_URL = 'http://127.0.0.1:3000', CLIENT_ID, CLIENT_SECRET } = process.env;

const client = createFitnessDataClient({
  addresses: { main: BASE_URL, auth: BASE_URL, diary: BASE_URL },
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
});

await client.auth.signInAsClient();

console.log('Activity types:');
for await (const { name, mets } of client.list('/activity_type/')) {
  console.log(`  ${name} (${mets} METs)`);
}

console.log('Remote connection types:');
for await (const { name } of client.list('/remoteconnectiontype/')) {
  console.log(`  ${name}`);
}

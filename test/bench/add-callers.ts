// Adds an application and persons with tokens to the service whose stores the environment names.
// A process of its own, because it calls the store of one service only.
import {
  issueUserToken,
  newClient,
  newPerson,
  type TestClient,
  type TestPerson,
} from '#kit/fixtures.ts';

/** A person with a token of the application. */
export interface CallingPerson extends TestPerson {
  token: string;
}

/** An application with persons. */
export interface Callers {
  client: TestClient;
  persons: CallingPerson[];
}

async function addCallers(count: number): Promise<Callers> {
  const client = await newClient();
  const persons: CallingPerson[] = [];
  for (let i = 0; i < count; i++) {
    const person = await newPerson();
    persons.push({ ...person, token: await issueUserToken(person, client) });
  }
  return { client, persons };
}

process.send?.(await addCallers(Number(process.argv[2])));

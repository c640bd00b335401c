import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { buildService } from '#lib/build/build.ts';
import { type LocalService, startLocalService } from '#lib/local/service.ts';
import { runTool } from './tool.ts';

const program = 'read_service.py';

/** Starts a local service and sends requests to it with the Python clients in `folder`. */
export async function readServiceInPython(python: string, folder: string): Promise<void> {
  const { template } = await buildService();
  const service = await startLocalService({
    template,
    data: 'memory',
    ports: { main: 0, auth: 0, diary: 0, cdn: 0 },
    log: () => undefined,
  });
  try {
    Object.assign(process.env, await createVariables(service));
    await copyFile(join(import.meta.dirname, program), join(folder, program));
    await runTool(python, [program], folder);
  } finally {
    await service.close();
  }
}

/** Creates a user with a token, and returns the variables of the guides. */
async function createVariables({
  environment,
  urls,
}: LocalService): Promise<Record<string, string>> {
  // The fixtures use the table directly.
  Object.assign(process.env, environment);
  const user = await newUser();
  const client = await newClient();
  return {
    BASE_URL: urls.main,
    DIARY_BASE_URL: urls.diary,
    ACCESS_TOKEN: await issueUserToken(user, client),
    CLIENT_ID: client.client_id,
    USER_ID: user.user_id,
  };
}

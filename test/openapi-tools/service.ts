import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { buildService } from '#lib/build/build.ts';
import { hostNames } from '#lib/docs/reference/labels.ts';
import { type LocalService, startLocalService } from '#lib/local/service.ts';
import { readDefinition } from '#lib/local/service-definition.ts';
import type { CheckedDocument } from './tool.ts';

/** Starts a service without data, for the clients. */
export async function startServiceForClients(): Promise<LocalService> {
  const { template } = await buildService();
  const service = await startLocalService({
    definition: readDefinition(template),
    data: 'memory',
    ports: { main: 0, auth: 0, diary: 0, cdn: 0, mcp: 0 },
    log: () => undefined,
  });
  // The fixtures use the table directly.
  Object.assign(process.env, service.environment);
  return service;
}

/** Downloads the OpenAPI document of each host into a folder. */
export async function downloadDocuments(
  { urls }: LocalService,
  folder: string,
): Promise<CheckedDocument[]> {
  const documents: CheckedDocument[] = [];
  for (const host of hostNames) {
    const path = join(folder, `${host}.json`);
    const response = await fetch(`${urls.main}/v7.1/docs/openapi/${host}.json`);
    await writeFile(path, await response.text());
    documents.push({ host, path });
  }
  return documents;
}

/** Creates a user with a token, and returns the variables that a round trip needs. */
export async function createVariables({
  urls,
}: LocalService): Promise<Record<string, string>> {
  const user = await newUser();
  const client = await newClient();
  return {
    BASE_URL: `${urls.main}/v7.1`,
    DIARY_BASE_URL: `${urls.diary}/v2`,
    ACCESS_TOKEN: await issueUserToken(user, client),
    CLIENT_ID: client.client_id,
    USER_ID: user.user_id,
  };
}

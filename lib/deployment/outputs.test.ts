import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { getDeployedUrls, readOutputs, requireOutput } from './outputs.ts';

const outputs = {
  MainUrl: 'https://main.example',
  AuthUrl: 'https://auth.example',
  DiaryUrl: 'https://diary.example',
  McpUrl: 'https://mcp.example',
  CdnUrl: 'https://cdn.example',
  TableName: 'table',
};

async function writeOutputs(content: string): Promise<string> {
  const file = join(createTemporaryFolder(), 'outputs.json');
  await writeFile(file, content);
  return file;
}

it('reads the outputs of the stack, whatever its name is', async () => {
  const file = await writeOutputs(
    JSON.stringify({ Staging: outputs, Other: { Url: 'x' } }),
  );
  const read = await readOutputs(file);
  expect(read).toEqual(outputs);
  expect(getDeployedUrls(read)).toEqual({
    main: 'https://main.example',
    auth: 'https://auth.example',
    diary: 'https://diary.example',
    mcp: 'https://mcp.example',
    cdn: 'https://cdn.example',
  });
});

it.each([
  ['no stack of this service', JSON.stringify({ Other: { Url: 'x' } })],
  ['two such stacks', JSON.stringify({ Staging: outputs, Production: outputs })],
])('rejects a file with %s', async (_, content) => {
  const file = await writeOutputs(content);
  await expect(readOutputs(file)).rejects.toThrow('must have the outputs of one stack');
});

it('says how to write the file if it is missing or not JSON', async () => {
  const command = 'npm run deploy -- --outputs-file';
  await expect(readOutputs('/nowhere.json')).rejects.toThrow(`${command} /nowhere.json`);
  await expect(readOutputs(await writeOutputs('{'))).rejects.toThrow(command);
});

it('names an output that an older version of the stack does not have', () => {
  expect(() => requireOutput(outputs, 'VariantBucketName')).toThrow(
    'The stack has no output VariantBucketName. Deploy the current version first.',
  );
});

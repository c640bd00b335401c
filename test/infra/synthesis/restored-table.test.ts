import { describe, expect, it } from 'vitest';
import { getOnlyResource, listResources } from '../template.ts';
import { readContext } from './read-context.ts';
import { configuredStack, settings, tableArn } from './stacks.ts';

const { template: restored } = configuredStack;

describe('a restored table', () => {
  it('replaces the table of the stack in functions, roles, stream, key alias and outputs', () => {
    expect(listResources(restored, 'AWS::DynamoDB::Table')).toEqual([]);
    const functions = listResources(restored, 'AWS::Lambda::Function');
    const listing = functions.find(({ id }) => id.startsWith('MainDataSourceList'));
    expect(listing?.Properties.Environment).toEqual({
      Variables: {
        TABLE_NAME: 'Restored',
        LOG_LEVEL: 'warn',
        ICU_TIMEZONE_FILES_DIR: '/var/task',
      },
    });
    const roles = JSON.stringify(listResources(restored, 'AWS::IAM::Role'));
    expect(roles).toContain(`"Resource":"${tableArn}"`);
    const mappings = listResources(restored, 'AWS::Lambda::EventSourceMapping');
    const sources = mappings.map(({ Properties }) => Properties.EventSourceArn);
    expect(sources).toContain(settings.tableStreamArn);
    const alias = getOnlyResource(restored, 'AWS::KMS::Alias');
    expect(alias.Properties.AliasName).toBe('alias/Restored');
    expect(restored.Outputs.TableName?.Value).toBe('Restored');
  });

  it('is rejected without the ARN of its stream', () => {
    expect(() => readContext({ tableStreamArn: tableArn })).toThrow(
      'The context value tableStreamArn must be the ARN of a stream',
    );
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { retryMs } from '#functions/connections/sync/start/capacity.ts';
import { settingNames } from '#lib/cloud/base/settings.ts';
import { root } from '#lib/paths.ts';
import { getSource } from '../architecture/imports.ts';
import { template } from './built-stack.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

const decision = getSource('docs/decisions/0012-settings-and-synthesis.md');
/** The pages for operators of a stack. */
const pages = ['operations', 'alarms', 'logs', 'cost', 'continuous-deployment', 'sam'];
const page = pages.map((name) => getSource(`docs/${name}.md`)).join('\n');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Returns the names that a pattern finds in the pages. */
function findNames(pattern: RegExp): string[] {
  return [...page.matchAll(pattern)].map(([, name = '']) => name);
}

/** Lists the metrics of an alarm that CloudWatch bills. An expression over metrics is free. */
function listMetrics(alarm: { [name: string]: unknown }): object[] {
  const { Metrics = [alarm] } = alarm as { Metrics?: object[] };
  return Metrics.filter((metric) => 'MetricStat' in metric || 'MetricName' in metric);
}

describe('docs/operations.md with the pages that it links', () => {
  it('says what each alarm means', () => {
    const composites = listResources(template, 'AWS::CloudWatch::CompositeAlarm');
    const parts = composites.flatMap(({ Properties }) =>
      listReferences(Properties.AlarmRule),
    );
    const alarms = listResources(template, 'AWS::CloudWatch::Alarm').filter(
      ({ id }) => !parts.includes(id),
    );
    const names = [...composites, ...alarms].map(({ Metadata }) => {
      const [, name = ''] =
        /\/(\w+)Alarm\/Resource$/.exec(Metadata['aws:cdk:path'] ?? '') ?? [];
      return name;
    });
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('leaves the settings to decision 0012, which names all of them', () => {
    expect(settingNames.filter((name) => !decision.includes(`\`${name}`))).toEqual([]);
  });

  it('uses only settings that decision 0012 describes', () => {
    const settings = new Set(findNames(/-c (\w+)=/g));
    expect(settings.size).toBeGreaterThan(5);
    expect([...settings].filter((name) => !decision.includes(`\`${name}`))).toEqual([]);
  });

  it('counts what an idle stack pays for: metrics of alarms, queues and schedules', () => {
    const alarms = listResources(template, 'AWS::CloudWatch::Alarm');
    const metrics = alarms.flatMap(({ Properties }) => listMetrics(Properties));
    expect(page).toContain(`0.10 for each of their ${metrics.length} metrics`);

    const mappings = listResources<{ ScalingConfig?: object }>(
      template,
      'AWS::Lambda::EventSourceMapping',
    );
    // Lambda reads streams for free.
    const polled = mappings.filter(({ Properties }) => Properties.ScalingConfig);
    expect(page).toContain(`Polling the ${polled.length} queues`);
  });

  it('configures a restored table like the table of the stack', () => {
    const { Properties } = getOnlyResource(template, 'AWS::DynamoDB::Table');
    expect(Properties).toMatchObject({
      StreamSpecification: { StreamViewType: /StreamViewType=(\w+)/.exec(page)?.[1] },
      TimeToLiveSpecification: { AttributeName: /AttributeName=(\w+)/.exec(page)?.[1] },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
  });

  it('names only outputs of the stack, and scripts that exist', () => {
    const outputs = findNames(/<([A-Z]\w+)>/g);
    expect(outputs.filter((name) => !(name in template.Outputs))).toEqual([]);
    const commands = findNames(/npm run (?:-s )?([\w-]+)/g);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('docs/scale.md', () => {
  // Lines can break anywhere.
  const scale = getSource('docs/scale.md').replaceAll(/\s+/g, ' ');

  it('says how long the message of a sync waits, and when it is requested again', () => {
    const queues = listResources<{ MessageRetentionPeriod?: number }>(
      template,
      'AWS::SQS::Queue',
    );
    const periods = queues.map(({ Properties }) => Properties.MessageRetentionPeriod);
    expect(periods).toContain(4 * 86_400);
    expect(scale).toContain('keeps a message for four days');
    expect(retryMs).toBe(2 * 3_600_000);
    expect(scale).toContain('requested again after two hours');
  });
});

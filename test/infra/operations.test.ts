import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dueShards } from '#functions/connections/connection/sync-state.ts';
import sync from '#functions/connections/sync/consumer.ts';
import schedule from '#functions/connections/sync/start/function.ts';
import receiveWebhook from '#functions/connections/webhook/receive/endpoint.ts';
import { settingNames } from '#lib/cloud/base/settings.ts';
import { root } from '#lib/paths.ts';
import { getSource } from '../architecture/imports.ts';
import { template } from './built-stack.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

const decision = getSource('docs/decisions/0012-settings-and-synthesis.md');
const page = getSource('docs/operations.md');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Returns the names that a pattern finds in the page. */
function findNames(pattern: RegExp): string[] {
  return [...page.matchAll(pattern)].map(([, name = '']) => name);
}

/** Lists the metrics of an alarm that CloudWatch bills. An expression over metrics is free. */
function listMetrics(alarm: { [name: string]: unknown }): object[] {
  const { Metrics = [alarm] } = alarm as { Metrics?: object[] };
  return Metrics.filter((metric) => 'MetricStat' in metric || 'MetricName' in metric);
}

/** Returns the price in dollars of the units in a text, e.g. of `1 RRU, 17 WRU`. */
function priceUnits(used: string, prices: { readonly [unit: string]: number }): number {
  const amounts = Object.entries(prices).flatMap(([unit, price]) => {
    const counts = used.matchAll(new RegExp(`([\\d.]+) ${unit}`, 'g'));
    return [...counts].map(([, count]) => Number(count) * price);
  });
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** Returns the price in dollars of the invocations in a text, e.g. of `10 ms at 512 MB`. */
function priceInvocations(used: string): number {
  const invocations = [...used.matchAll(/(\d+) ms at (\d+) MB/g)];
  const amounts = invocations.map(
    ([, ms, megabytes]) => 0.2 + (Number(ms) / 1000) * (Number(megabytes) / 1024) * 13.33,
  );
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

describe('docs/operations.md', () => {
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

    const rules = listResources(template, 'AWS::Events::Rule');
    const everyMinute = rules.filter(
      ({ Properties }) => Properties.ScheduleExpression === 'rate(1 minute)',
    );
    expect(page).toContain(`Running the ${everyMinute.length} schedules every minute`);
  });

  it('has the prices of what each kind of call uses, and their sums', () => {
    const rows = page.match(/^\| .*\d ms at \d+ MB.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      const [, name, ...cells] = row.split('|').map((cell) => cell.trim());
      const [calls = 0, ...amounts] = cells.slice(0, 5).map(Number);
      const [lambda, table, objects] = amounts;
      const used = cells[6] ?? '';
      const total = amounts.reduce((sum, amount) => sum + amount, calls);
      // Each amount is rounded to a cent.
      expect(Math.abs(total - Number(cells[5])), name).toBeLessThan(0.03);
      expect(lambda, name).toBeCloseTo(priceInvocations(used), 1);
      expect(table, name).toBeCloseTo(priceUnits(used, { RRU: 0.125, WRU: 0.625 }), 1);
      expect(objects, name).toBeCloseTo(
        priceUnits(used, { 'S3 PUT': 5, 'S3 GET': 0.4, 'requests? to the CDN': 1.1 }),
        1,
      );
      const others = priceUnits(used, { 'messages?': 1.47, 'mails?': 100, KMS: 3 });
      const isRequest = calls - others > 1;
      expect(calls, name).toBeCloseTo(others + (isRequest ? 3.5 : 0), 1);
    }
  });

  it('counts a request to KMS for each secret that a sync or a webhook decrypts', () => {
    const [inSync, inWebhook] = [sync, receiveWebhook].map(
      ({ stores }) => stores.encryption.decrypts.length,
    );
    expect(page).toMatch(
      new RegExp(`^\\| Synchronize a connection .* ${inSync} KMS +\\|$`, 'm'),
    );
    const sum = Number(inSync) + Number(inWebhook);
    expect(page).toMatch(
      new RegExp(`^\\| Import a workout that a webhook reports .* ${sum} KMS +\\|$`, 'm'),
    );
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
  const scale = getSource('docs/scale.md');

  it('has the most syncs of an hour that the schedule starts, and the index takes', () => {
    const source = getSource('functions/connections/sync/start/handler.ts');
    const [, maxPerRun] = /^const maxPerRun = (\d+);$/m.exec(source) ?? [];
    const started = dueShards.length * Number(maxPerRun) * (60 / schedule.everyMinutes);
    expect(scale).toContain(`${started.toLocaleString('en')} an hour`);

    // A partition takes 1,000 writes a second, of which a sync makes four.
    const indexed = (dueShards.length * 1000 * 3600) / 4;
    expect(scale).toContain(`${indexed / 1_000_000} million syncs an hour`);
  });

  it('says how long the message of a sync waits, and how many syncs run', () => {
    const queues = listResources<{ MessageRetentionPeriod?: number }>(
      template,
      'AWS::SQS::Queue',
    );
    const periods = queues.map(({ Properties }) => Properties.MessageRetentionPeriod);
    expect(periods).toContain(4 * 86_400);
    expect(scale).toContain('The queue keeps a message for four days.');
    expect(sync.maxAge * 2).toBe(4 * 3600);
    expect(scale).toContain('requested again only after four hours');

    const mappings = listResources<{ ScalingConfig?: object }>(
      template,
      'AWS::Lambda::EventSourceMapping',
    );
    const limited = { ScalingConfig: { MaximumConcurrency: 50 } };
    expect(mappings.map(({ Properties }) => Properties)).toContainEqual(
      expect.objectContaining(limited),
    );
    expect(scale).toContain('at most 50 functions at a time');
  });
});

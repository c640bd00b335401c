import { describe, expect, it } from 'vitest';
import { applyChoice, listChoices } from './provider-choice.ts';

const settings = { overrides: {}, connectable: ['strava', 'whoop', 'sample'] };
const application = { isOwn: false, scope: 'diary.read', optedInTypes: [] };

const unticked = { isTicked: false, namesMeasurements: false };

describe('the providers to tick', () => {
  it('are those that need it and are connected or can be, by name', () => {
    const connectedTypes = new Set(['polar', 'strava']);
    expect(listChoices(settings, { ...application, connectedTypes })).toEqual([
      { ...unticked, type: 'polar', name: 'Polar Flow' },
      { ...unticked, type: 'whoop', name: 'WHOOP' },
    ]);
  });

  it('are ticked as the person has chosen', () => {
    expect(listChoices(settings, { ...application, optedInTypes: ['whoop'] })).toEqual([
      { ...unticked, type: 'whoop', name: 'WHOOP', isTicked: true },
    ]);
  });

  it.each([
    { isOwn: true, scope: 'read', count: 0 },
    { isOwn: false, scope: 'profile.read data_sources.write', count: 0 },
    { isOwn: false, scope: 'diary.write', count: 1 },
    { isOwn: false, scope: 'read', count: 1 },
    { isOwn: false, scope: 'measurements.read', count: 1 },
  ])('are $count for an application with $isOwn, $scope', ({ count, ...row }) => {
    expect(listChoices(settings, { ...application, ...row })).toHaveLength(count);
  });
});

const measured = ['polar', 'polar.measurements'];

describe('a form with providers', () => {
  it.each([
    { before: [], offered: 'polar whoop', ticked: ['whoop'], after: ['whoop'] },
    { before: ['polar'], offered: 'polar', ticked: [], after: [] },
    { before: ['polar'], offered: 'whoop', ticked: 'whoop', after: ['polar', 'whoop'] },
    { before: ['polar'], offered: '', ticked: ['whoop'], after: ['polar'] },
    { before: [], offered: 'nothing', ticked: ['nothing'], after: [] },
    { before: measured, offered: 'polar', ticked: ['polar'], after: measured },
    { before: measured, offered: 'polar', ticked: [], after: [] },
  ])('that offers "$offered" changes $before to $after', (row) => {
    const names_measurements = '';
    const form = {
      offered_providers: row.offered,
      provider: row.ticked,
      names_measurements,
    };
    expect(applyChoice(row.before, form)).toEqual(row.after);
  });
});

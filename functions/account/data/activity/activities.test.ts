import { describe, expect, it } from 'vitest';
import { searchActivities } from './activities.ts';

const listNames = (text: string, language: 'en' | 'de') =>
  searchActivities(text, language).activities.map(({ name }) => name);

describe('the search of activities', () => {
  it.each([
    ['running', 'Run'],
    ['jogging', 'Jog'],
    ['cycling', 'Ride'],
    ['bike', 'Ride'],
    ['biking', 'Ride'],
    ['indoor cycling', 'Indoor ride'],
    ['mountain biking', 'Mountain bike ride'],
    ['swimming', 'Swim'],
    ['hiking', 'Hike'],
    ['walking', 'Walk'],
    ['dog walk', 'Dog walk'],
    ['gym', 'Strength training'],
    ['weights', 'Strength training'],
    ['push-ups', 'Bodyweight training'],
    ['yoga', 'Yoga'],
    ['rowing', 'Rowing machine'],
    ['football', 'Soccer'],
    ['ski', 'Alpine ski'],
    ['xc ski', 'Cross-country ski'],
    ['skating', 'Ice skate'],
    ['dancing', 'Dance'],
    ['climbing', 'Climb'],
    ['diving', 'Scuba dive'],
    ['spinning', 'Spin class'],
    ['zumba', 'Dance fitness'],
    ['crossfit', 'Functional fitness'],
    ['hiit', 'Interval training'],
    ['treadmill', 'Treadmill run'],
    ['trail running', 'Trail run'],
    ['morning run', 'Run'],
    ['skipping', 'Jump rope'],
    ['ping pong', 'Table tennis'],
    ['gardening', 'Gardening'],
  ])('finds by %s what people mean', (text, name) => {
    expect(listNames(text, 'en').slice(0, 3)).toContain(name);
  });

  it.each([
    ['laufen', 'Laufen'],
    ['joggen', 'Joggen'],
    ['Rad', 'Radfahren'],
    ['Fahrrad', 'Radfahren'],
    ['radeln', 'Radfahren'],
    ['Rennrad', 'Rennradfahrt'],
    ['Mountainbike', 'Mountainbikefahrt'],
    ['Heimtrainer', 'Indoor-Radfahren'],
    ['schwimmen', 'Schwimmen'],
    ['wandern', 'Wandern'],
    ['spazieren', 'Spaziergang'],
    ['Gassi', 'Spaziergang mit dem Hund'],
    ['Krafttraining', 'Krafttraining'],
    ['Gewichte', 'Krafttraining'],
    ['Fitnessstudio', 'Allgemeines Training im Fitnessstudio'],
    ['Liegestütze', 'Training mit dem eigenen Körpergewicht'],
    ['Yoga', 'Yoga'],
    ['rudern', 'Rudern auf dem Wasser'],
    ['Fussball', 'Fußball'],
    ['Ski', 'Alpinski'],
    ['Langlauf', 'Skilanglauf'],
    ['Schlittschuh', 'Eislaufen'],
    ['tanzen', 'Tanzen'],
    ['klettern', 'Klettern'],
    ['reiten', 'Reiten'],
    ['tauchen', 'Gerätetauchen'],
    ['Laufband', 'Laufen auf dem Laufband'],
    ['Federball', 'Badminton'],
    ['Rasen mähen', 'Rasenmähen'],
    ['cycling', 'Radfahren'],
  ])('finds by %s what people mean in German', (text, name) => {
    expect(listNames(text, 'de').slice(0, 3)).toContain(name);
  });

  it('corrects a word only if nothing has it, and says so', () => {
    expect(searchActivities('running', 'en').isGuess).toBe(false);
    const { activities, isGuess } = searchActivities('badmington', 'en');
    expect(isGuess).toBe(true);
    expect(activities[0]?.name).toBe('Badminton');
    // Some are like a word of another activity: Saugen, Tennistraining.
    for (const unknown of ['xyzzy', 'Sauna', 'Fitnesstraining', 'a'])
      expect(listNames(unknown, 'de'), unknown).toEqual([]);
  });

  it('finds words of another language if its own has none', () => {
    expect(listNames('schwimmen', 'en')[0]).toBe('Swim');
  });
});

/** A point of a GPX track or a TCX activity. */
export interface FilePoint {
  /** ISO 8601. */
  time?: string;
  lat?: number;
  lon?: number;
  ele?: number;
  hr?: number;
}

interface LineOptions {
  /** ISO 8601 in UTC. */
  start: string;
  count: number;
  /** Seconds between two points. */
  interval?: number;
  from: readonly [latitude: number, longitude: number];
  /** Degrees to the north from point to point. */
  step?: number;
  ele?: (index: number) => number;
  hr?: (index: number) => number;
}

/** Lists points that go straight north. */
export function listPoints({
  start,
  count,
  interval = 10,
  from: [latitude, longitude],
  step = 0.0003,
  ele,
  hr,
}: LineOptions): FilePoint[] {
  const startMs = Date.parse(start);
  return Array.from({ length: count }, (_, index) => ({
    time: new Date(startMs + index * interval * 1000).toISOString(),
    lat: latitude + index * step,
    lon: longitude,
    ...(ele && { ele: ele(index) }),
    ...(hr && { hr: hr(index) }),
  }));
}

interface GpxTrack {
  type?: string;
  segments: readonly (readonly FilePoint[])[];
}

interface GpxOptions {
  tracks?: readonly GpxTrack[];
  /** Elements before the tracks. */
  before?: string;
  version?: '1.0' | '1.1';
  /** The prefix of the TrackPointExtension. */
  prefix?: string;
}

/** Builds a GPX document. */
export function buildGpx({
  tracks = [],
  before = '',
  version = '1.1',
  prefix = 'gpxtpx:',
}: GpxOptions): string {
  const namespace = `http://www.topografix.com/GPX/${version.replace('.', '/')}`;
  const body = tracks.map(({ type, segments }) => {
    const typeElement = type === undefined ? '' : `<type>${type}</type>`;
    const points = segments.map(
      (segment) =>
        `<trkseg>\n${segment.map((one) => gpxPoint(one, prefix)).join('')}</trkseg>`,
    );
    return `<trk><name>Track</name>${typeElement}${points.join('')}</trk>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="${version}" creator="Test" xmlns="${namespace}"
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
${before}${body.join('\n')}
</gpx>
`;
}

function gpxPoint({ time, lat, lon, ele, hr }: FilePoint, prefix: string): string {
  const extension = `${prefix}TrackPointExtension`;
  const children = [
    element('ele', ele),
    element('time', time),
    hr === undefined
      ? ''
      : `<extensions><${extension}><${prefix}hr>${hr}</${prefix}hr></${extension}></extensions>`,
  ];
  return `<trkpt lat="${lat}" lon="${lon}">${children.join('')}</trkpt>\n`;
}

interface TcxLap {
  start: string;
  seconds?: number;
  meters?: number;
  calories?: number;
  maxSpeed?: number;
  avgHr?: number;
  maxHr?: number;
  points?: readonly FilePoint[];
  /** The points before and after each pause. Defaults to all of them together. */
  tracks?: readonly (readonly FilePoint[])[];
}

interface TcxActivity {
  sport?: string;
  id: string;
  laps: readonly TcxLap[];
  device?: string;
}

/** Builds a TCX document with activities, or with what is in `body`. */
export function buildTcx(activities: readonly TcxActivity[], body?: string): string {
  const content =
    body ?? `<Activities>${activities.map(tcxActivity).join('')}</Activities>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${content}
</TrainingCenterDatabase>
`;
}

/** Builds the element of an activity. */
export function tcxActivity({ sport, id, laps, device }: TcxActivity): string {
  const creator = device
    ? `<Creator xsi:type="Device_t"><Name>${device}</Name><UnitId>1</UnitId></Creator>`
    : '';
  const attribute = sport === undefined ? '' : ` Sport="${sport}"`;
  return `<Activity${attribute}><Id>${id}</Id>${laps.map(tcxLap).join('')}${creator}</Activity>`;
}

function tcxLap({ start, points = [], tracks = [points], ...lap }: TcxLap): string {
  const children = [
    element('TotalTimeSeconds', lap.seconds),
    element('DistanceMeters', lap.meters),
    element('MaximumSpeed', lap.maxSpeed),
    element('Calories', lap.calories),
    heartRate('AverageHeartRateBpm', lap.avgHr),
    heartRate('MaximumHeartRateBpm', lap.maxHr),
    `<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>`,
    ...tracks.map((track) => `<Track>\n${track.map(tcxPoint).join('')}</Track>`),
  ];
  return `<Lap StartTime="${start}">${children.join('')}</Lap>`;
}

function tcxPoint({ time, lat, lon, ele, hr }: FilePoint): string {
  const place = element('LatitudeDegrees', lat) + element('LongitudeDegrees', lon);
  const position = place && `<Position>${place}</Position>`;
  const rest = [element('AltitudeMeters', ele), heartRate('HeartRateBpm', hr)];
  return `<Trackpoint>${element('Time', time)}${position}${rest.join('')}</Trackpoint>\n`;
}

function heartRate(name: string, value: number | undefined): string {
  return value === undefined ? '' : `<${name}><Value>${value}</Value></${name}>`;
}

function element(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : `<${name}>${value}</${name}>`;
}

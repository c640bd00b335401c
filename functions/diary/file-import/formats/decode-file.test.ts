import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { encodeFit } from '#kit/workout-files/fit-encoder.ts';
import { listActivityMessages, listRecords } from '#kit/workout-files/fit-files.ts';
import { buildGpx, buildTcx, listPoints } from '#kit/workout-files/xml-files.ts';
import { decodeFile } from './decode-file.ts';

function decode(content: Uint8Array | string, name: string) {
  return decodeFile(Buffer.from(content), name, { timeZone: 'Europe/Berlin' });
}

const start = '2026-07-01T06:00:00Z';
const points = listPoints({ start, count: 61, from: [52.52, 13.4] });
const gpx = buildGpx({ tracks: [{ type: 'running', segments: [points] }] });
const tcx = buildTcx([{ id: start, laps: [{ start, seconds: 600, points }] }]);
const fit = encodeFit(
  listActivityMessages({
    records: listRecords({ start, count: 601, from: [52.52, 13.4] }),
  }),
);
const found = {
  outcome: 'workouts',
  workouts: [{ start_time: '2026-07-01T06:00:00.000Z', duration: 600 }],
};
const unreadable = (reason: string) => ({ outcome: 'unreadable', reason });

describe('the format of a file', () => {
  it.each([
    { title: 'FIT', content: fit },
    { title: 'GPX', content: gpx },
    { title: 'TCX', content: tcx },
  ])('is $title by its content, whatever its name is', ({ content }) => {
    for (const name of ['run.fit', 'run.gpx', 'run.tcx.gz', 'run', 'run.jpg', '../x']) {
      expect(decode(content, name)).toMatchObject(found);
      expect(decode(gzipSync(content), name)).toMatchObject(found);
    }
  });

  it.each([
    { title: 'a page', content: '<!DOCTYPE html><html><br></html>' },
    { title: 'another format of maps', content: '<osm><node/></osm>' },
    { title: 'a text', content: 'Not a workout' },
    { title: 'a text that begins like XML', content: '<3 running' },
    { title: 'a picture', content: Buffer.from('89504e470d0a1a0a', 'hex') },
    { title: 'a word of the language', content: '<constructor/>' },
  ])('is unknown for $title', ({ content }) => {
    expect(decode(content, 'file.bin')).toEqual({
      outcome: 'skipped',
      reason: 'unknown_kind',
    });
    for (const name of ['run.fit', 'run.GPX', 'run.tcx.gz']) {
      expect(decode(content, name)).toEqual(unreadable('not_what_it_says'));
    }
  });

  it.each([
    { title: 'no bytes', content: '' },
    { title: 'zeros', content: Buffer.alloc(10_000) },
    { title: 'spaces', content: ' \r\n\t ' },
  ])('does not matter for $title', ({ content }) => {
    expect(decode(content, 'run.fit')).toEqual(unreadable('empty'));
    expect(decode(gzipSync(content), 'run.fit.gz')).toEqual(unreadable('empty'));
  });
});

it('is damaged if its decoding fails, which is logged as a fault without its name', () => {
  const fault = new RangeError('Invalid time value');
  using _ = vi
    .spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    .mockImplementation(() => {
      throw fault;
    });
  for (const content of [fit, gpx, tcx, gzipSync(fit)]) {
    using output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(decode(content, 'secret.fit')).toEqual(unreadable('damaged'));
    expect(output.mock.calls).toEqual([[expect.stringContaining('"RangeError"')]]);
    expect(output.mock.calls.join()).not.toContain('secret');
  }
});

describe('a compressed file', () => {
  it('is read as far as it goes if it is cut off', () => {
    const bytes = gzipSync(gpx);
    expect(decode(bytes.subarray(0, -4), 'run.gpx.gz')).toMatchObject(found);
    const cut = bytes.subarray(0, bytes.length - 40);
    expect(decode(cut, 'run.gpx.gz')).toMatchObject({
      outcome: 'workouts',
      isCutOff: true,
    });
    expect(decode(bytes.subarray(0, 40), 'run.gpx.gz')).toEqual(unreadable('cut_off'));
  });

  it.each([
    { title: 'zeros', after: '\0'.repeat(64) },
    { title: 'a text', after: 'x' },
    { title: 'what begins like another one', after: '\x1f\x8b' },
  ])('may be followed by $title', ({ after }) => {
    for (const content of [gpx, fit]) {
      const bytes = Buffer.concat([gzipSync(content), Buffer.from(after, 'latin1')]);
      expect(decode(bytes, 'run.gpx.gz')).toMatchObject(found);
      expect(decode(bytes, 'run.gpx.gz')).not.toHaveProperty('isCutOff');
    }
  });

  it('is unreadable if it is damaged', () => {
    const bytes = gzipSync(gpx);
    bytes.fill(0xff, 40, 80);
    expect(decode(bytes, 'run.gpx.gz')).toEqual(unreadable('damaged'));
  });

  it('is unreadable if it is compressed twice', () => {
    const twice = gzipSync(gzipSync(gpx));
    expect(decode(twice, 'run.gpx.gz')).toEqual(unreadable('not_what_it_says'));
  });

  it.each([
    { title: 'more than 200 bytes for each of its own', megabytes: 8 },
    { title: 'more bytes than a file may have', megabytes: 33 },
  ])('is too large if it has $title', ({ megabytes }) => {
    const zeros = gzipSync(Buffer.alloc(megabytes * 1024 * 1024));
    expect(decode(zeros, 'run.gpx.gz')).toEqual(unreadable('too_large'));
  });
});

describe('a document', () => {
  const utf16 = Buffer.from(`\uFEFF${gpx}`, 'utf16le');

  it.each([
    { title: 'UTF-8 with a byte order mark', content: Buffer.from(`\uFEFF${gpx}`) },
    { title: 'UTF-16', content: utf16 },
    { title: 'UTF-16 without a byte order mark', content: utf16.subarray(2) },
    { title: 'big-endian UTF-16', content: Buffer.from(utf16).swap16() },
    {
      title: 'Latin 1',
      content: Buffer.from(
        gpx.replace('UTF-8', 'ISO-8859-1').replace('<name>Track', '<name>Läufe'),
        'latin1',
      ),
    },
    { title: 'an encoding of its own', content: gpx.replace('UTF-8', 'x-own') },
    { title: 'UTF-8, although it says UTF-16', content: gpx.replace('UTF-8', 'UTF-16') },
  ])('is read in $title', ({ content }) => {
    expect(decode(content, 'run.gpx')).toMatchObject(found);
  });

  it('has the letters of its encoding', () => {
    const text = gpx.replace('UTF-8', 'windows-1252').replace('>running<', '>Läufe<');
    expect(decode(Buffer.from(text, 'latin1'), 'run.gpx')).toMatchObject({
      workouts: [{ remote_activity: 'Läufe' }],
    });
  });

  it.each([
    { title: 'spaces', before: ' '.repeat(10) },
    { title: 'a line break', before: '\r\n' },
    { title: 'a byte order mark and a line break', before: '\uFEFF\n' },
    { title: 'more spaces than it reads at once', before: ' '.repeat(100_000) },
  ])('may come after $title', ({ before }) => {
    for (const content of [gpx, tcx]) {
      for (const encoding of ['utf8', 'utf16le'] as const) {
        const bytes = Buffer.from(`${before}${content}`, encoding);
        expect(decode(bytes, 'run.gpx')).toMatchObject(found);
        expect(decode(gzipSync(bytes), 'run.gpx.gz')).toMatchObject(found);
      }
    }
  });

  it.each(['\0'.repeat(64), ' \n\0', '\0'.repeat(100_000)])(
    'may come before zeros and spaces',
    (after) => {
      for (const content of [gpx, tcx]) {
        const decoded = decode(`${content}${after}`, 'run.gpx');
        expect(decoded).toMatchObject(found);
        expect(decoded).not.toHaveProperty('isCutOff');
      }
    },
  );

  it.each([
    { title: 'in a point', content: gpx.slice(0, gpx.length / 2) },
    {
      title: 'in the tag of a point',
      content: gpx.slice(0, gpx.lastIndexOf('lat="') + 6),
    },
    { title: 'in a time', content: gpx.slice(0, gpx.lastIndexOf('T06:')) },
    { title: 'before its last tag', content: gpx.replace('</gpx>', '') },
    { title: 'in a lap', content: tcx.slice(0, tcx.lastIndexOf('<Trackpoint>')) },
  ])('is read so far, if it is cut off $title', ({ content }) => {
    expect(decode(content, 'run.gpx')).toMatchObject({
      outcome: 'workouts',
      workouts: [{ start_time: '2026-07-01T06:00:00.000Z' }],
      isCutOff: true,
    });
  });

  it.each([
    {
      title: 'cut off before its first time',
      content: gpx.slice(0, gpx.indexOf('<time>') + 3),
      reason: 'cut_off',
    },
    {
      title: 'with crossed tags',
      content: gpx.replace('</trkseg>', '</trk>'),
      reason: 'damaged',
    },
    {
      title: 'with a text in the place of bytes',
      content: gpx.replace('<trkseg>', '<trkseg'),
      reason: 'damaged',
    },
  ])('is unreadable $title', ({ content, reason }) => {
    expect(decode(content, 'run.gpx')).toEqual(unreadable(reason));
  });
});

describe('a document with a slip', () => {
  const inName = (text: string) => gpx.replace('<name>Track', `<name>${text}`);

  it.each([
    { title: 'a zero', content: gpx.replace('<trkseg>', '<trkseg>\0') },
    { title: 'a control character', content: inName('My\x0bApp') },
    { title: 'a control character in an attribute', content: withAttribute('a="\x0b"') },
    { title: 'a reference to a control character', content: inName('a&#x0B;b&#11;c') },
    { title: 'a reference to no character', content: inName('&#x110000;&#xD800;&#0;') },
    { title: 'a bare &', content: inName('Salt & Pepper') },
    { title: 'a bare & and a reference', content: inName('Salt & Pepper &amp; a;') },
    { title: 'a bare & in an attribute', content: withAttribute('a="x & y"') },
    { title: 'a bare & before a tag', content: inName('Salt &') },
    { title: 'an unknown entity', content: inName('a&nbsp;b') },
    { title: 'a space in the name of an attribute', content: withAttribute('my a="1"') },
    { title: 'a bare & after a comment', content: inName('<!-- & --> &') },
    { title: 'a bare & after CDATA', content: inName('<![CDATA[&]]> &') },
    { title: 'a bare <', content: inName('A < B') },
    { title: 'the end of CDATA without its start', content: inName('a ]]> b') },
    { title: 'a reference in capitals', content: inName('a &AMP; b') },
    { title: 'a value without quotes', content: withAttribute('a=1') },
    { title: 'two attributes of one name', content: withAttribute('a="1" a="2"') },
    { title: 'a quote in a value', content: withAttribute('a="My "App""') },
    { title: 'as many as are repaired', content: inName('&.'.repeat(1000)) },
  ])('is read with $title', ({ content }) => {
    const { changes, ...read } = { changes: {}, ...decode(content, 'run.gpx') };
    expect(read).toEqual(decode(gpx, 'run.gpx'));
    expect(Object.keys(changes)).toEqual(['characters_repaired']);
  });

  it('keeps the text around it', () => {
    const type = '<![CDATA[R&D \x01]]>&lt;&amp;&#65; & &x;';
    const content = gpx.replace('>running<', `>${type}<`);
    expect(decode(content, 'run.gpx')).toMatchObject({
      workouts: [{ remote_activity: 'R&D  <&A & &x;' }],
    });
  });

  it('is read with slips between any two pieces', () => {
    const long = gpx.replaceAll('<trkpt', `<!-- ${'x'.repeat(3000)} -->\x01<trkpt`);
    expect(long.length).toBeGreaterThan(128 * 1024);
    expect(decode(long, 'run.gpx')).toMatchObject(found);
  });

  it.each([
    { title: 'too many', content: inName('&.'.repeat(1001)) },
    { title: 'one before its root', content: gpx.replace('<gpx', '\x01<gpx') },
  ])('is damaged with $title', ({ content }) => {
    expect(decode(content, 'run.gpx').outcome).not.toBe('workouts');
  });

  function withAttribute(attribute: string): string {
    return gpx.replace('<trk>', `<trk ${attribute}>`);
  }
});

describe('a hostile document', () => {
  const withDoctype = (doctype: string, type = 'running') =>
    gpx.replace('<gpx', `${doctype}<gpx`).replace('>running<', `>${type}<`);
  const lines = ['<!ENTITY l0 "run">'].concat(
    Array.from({ length: 10 }, (_, i) => {
      return `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`;
    }),
  );

  it('may have a DOCTYPE', () => {
    expect(decode(withDoctype('<!DOCTYPE gpx SYSTEM "gpx.dtd">'), 'a.gpx')).toMatchObject(
      found,
    );
    expect(
      decode(withDoctype(`<!DOCTYPE gpx [${lines.join('')}]>`), 'a.gpx'),
    ).toMatchObject(found);
  });

  it.each([
    { title: 'that grow', doctype: `<!DOCTYPE gpx [${lines.join('')}]>`, type: '&l10;' },
    {
      title: 'that are files',
      doctype: '<!DOCTYPE gpx [<!ENTITY file SYSTEM "file:///etc/passwd">]>',
      type: '&file;',
    },
  ])('expands no entities $title', ({ doctype, type }) => {
    expect(decode(withDoctype(doctype, type), 'a.gpx')).toMatchObject({
      workouts: [{ remote_activity: type }],
    });
  });

  it.each([
    { title: 'deep nesting', inside: '<a>'.repeat(100) },
    { title: 'a huge attribute', inside: `<a b="${'x'.repeat(2_000_000)}"/>` },
    { title: 'a huge comment', inside: `<!-- ${'x'.repeat(2_000_000)} -->` },
    { title: 'a huge text', inside: 'x'.repeat(2_000_000) },
    { title: 'a huge name', inside: `<${'x'.repeat(2_000_000)}/>` },
    { title: 'very many elements', inside: '<a/>'.repeat(2_000_001) },
    { title: 'very many attributes', inside: '<a b="" c="" d=""/>'.repeat(200_000) },
    { title: 'very many comments', inside: '<!---->'.repeat(200_001) },
    { title: 'very many references', inside: '&lt;'.repeat(2_000_001) },
  ])('is too complex with $title', ({ inside }) => {
    const content = buildGpx({ before: inside });
    expect(decode(content, 'a.gpx')).toEqual(unreadable('too_complex'));
  });

  it.each(['__proto__', 'toString', 'constructor'])(
    'may have an attribute %s',
    (name) => {
      const content = gpx.replace('<trk>', `<trk ${name}="1">`);
      expect(decode(content, 'a.gpx')).toMatchObject(found);
    },
  );

  it('is too large with more than 32 MB', () => {
    expect(decode(Buffer.alloc(32 * 1024 * 1024 + 1), 'a.gpx')).toEqual(
      unreadable('too_large'),
    );
  });
});

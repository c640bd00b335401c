import type { Bytes } from './image-files.ts';

/** A part of a form: its header lines and its content, byte for byte. */
export interface WirePart {
  headers: readonly string[];
  content: string | Uint8Array;
}

/** Builds a body of parts between delimiters (RFC 2046). */
export function buildMultipartBody(boundary: string, parts: readonly WirePart[]): Bytes {
  const pieces = parts.flatMap(({ headers, content }) => [
    Buffer.from(`--${boundary}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
    Buffer.from(content as Uint8Array),
    Buffer.from('\r\n'),
  ]);
  return Uint8Array.from(Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]));
}

/** A program's encoding of an upload: the header of the request, and those of the two parts. */
export interface MultipartWriter {
  contentType: string;
  boundary: string;
  data: readonly string[];
  image: readonly string[];
}

const buildDisposition = (name: string, file = '') =>
  `Content-Disposition: form-data; name="${name}"${file}`;
const json = 'Content-Type: application/json';
/** The header lines of both parts as most clients send them. */
const usualParts = {
  data: [buildDisposition('data', '; filename="data.json"'), json],
  image: [buildDisposition('image', '; filename="a.jpg"'), 'Content-Type: image/jpeg'],
};
/** Names the boundary without quotes. */
const nameBoundary = (boundary: string) => ({
  boundary,
  contentType: `multipart/form-data; boundary=${boundary}`,
});

/** Encodings of known clients. Each has a peculiarity that parsers fail on. */
export const multipartWriters: Readonly<Record<string, MultipartWriter>> = {
  curl: { ...nameBoundary('------------------------d74496d66958873e'), ...usualParts },
  Chrome: { ...nameBoundary('----WebKitFormBoundary7MA4YWxkTrZu0gW'), ...usualParts },
  Firefox: {
    ...nameBoundary('---------------------------9051914041544843365972754266'),
    ...usualParts,
  },
  'the HttpClient of .NET, with a quoted boundary and names without quotes': {
    boundary: '9b8e7d6c-5a4f-4e3d-8c2b-1a0f9e8d7c6b',
    contentType: 'multipart/form-data; boundary="9b8e7d6c-5a4f-4e3d-8c2b-1a0f9e8d7c6b"',
    data: [
      'Content-Type: application/json; charset=utf-8',
      'Content-Disposition: form-data; name=data',
    ],
    image: [
      `Content-Disposition: form-data; name=image; filename=a.jpg; filename*=utf-8''a.jpg`,
    ],
  },
  'Apache HttpClient, with underscores and a charset': {
    boundary: '-_kVbq_Zr0X-a_1',
    contentType: 'multipart/form-data; boundary=-_kVbq_Zr0X-a_1; charset=ISO-8859-1',
    data: [
      buildDisposition('data'),
      'Content-Type: application/json; charset=UTF-8',
      'Content-Transfer-Encoding: 8bit',
    ],
    image: [
      buildDisposition('image', '; filename="a.jpg"'),
      'Content-Type: application/octet-stream',
      'Content-Transfer-Encoding: binary',
    ],
  },
  'the http package of Dart, in lower case': {
    ...nameBoundary('dart-http-boundary-3+Yx.Q_-7'),
    data: [
      'content-disposition: form-data; name="data"',
      'content-type: application/json',
    ],
    image: [
      'content-type: image/jpeg',
      'content-disposition: form-data; name="image"; filename="a.jpg"',
    ],
  },
  'requests of Python': {
    ...nameBoundary('5a1e0f3c2b4d69788796a5b4c3d2e1f0'),
    data: [buildDisposition('data', '; filename="data.json"'), json],
    image: [buildDisposition('image', '; filename="a.jpg"')],
  },
  'OkHttp, with the length of each part': {
    ...nameBoundary('0d3c7b54-1f2e-4a6d-9b8c-7e6f5a4d3c2b'),
    data: [buildDisposition('data'), json, 'Content-Length: 57'],
    image: [
      buildDisposition('image', '; filename="a.jpg"'),
      'Content-Type: image/jpeg',
      'Content-Length: 1',
    ],
  },
  'a client without file names or types': {
    ...nameBoundary('x'),
    data: [buildDisposition('data')],
    image: [buildDisposition('image')],
  },
  'a client without a space after the semicolon': {
    ...usualParts,
    boundary: 'a',
    contentType: 'multipart/form-data;boundary=a',
  },
  'a client with every character that a boundary may have': {
    ...usualParts,
    boundary: "0aZ'()+_,-./:=?",
    contentType: `multipart/form-data; boundary="0aZ'()+_,-./:=?"`,
  },
  'a client with other parameters and in capitals': {
    ...usualParts,
    boundary: 'b',
    contentType: 'Multipart/Form-Data; Charset=utf-8; Boundary=b; x="; boundary=c"',
  },
};

/** Builds the body of an upload as a program encodes it. */
export function buildUpload(
  { boundary, data, image }: MultipartWriter,
  imageFile: Uint8Array,
  content: unknown,
): Bytes {
  return buildMultipartBody(boundary, [
    { headers: data, content: JSON.stringify(content) },
    { headers: image, content: imageFile },
  ]);
}

/** A name, and the text in a User-Agent header that reveals it. */
interface UserAgentPattern {
  name: string;
  pattern: RegExp;
}

/** The first match counts: most browsers also name the browsers that they are compatible with. */
const browsers: readonly UserAgentPattern[] = [
  { name: 'Edge', pattern: /\bEdg(e|A|iOS)?\// },
  { name: 'Opera', pattern: /\bOPR\// },
  { name: 'Samsung Internet', pattern: /\bSamsungBrowser\// },
  { name: 'Firefox', pattern: /\b(Firefox|FxiOS)\// },
  { name: 'Chrome', pattern: /(Chrome|CriOS)\// },
  { name: 'Safari', pattern: /\bSafari\// },
];

const systems: readonly UserAgentPattern[] = [
  { name: 'Android', pattern: /\bAndroid\b/ },
  { name: 'iOS', pattern: /\b(iPhone|iPad|iPod)\b/ },
  { name: 'Windows', pattern: /\bWindows\b/ },
  { name: 'macOS', pattern: /\bMac OS X\b/ },
  { name: 'ChromeOS', pattern: /\bCrOS\b/ },
  { name: 'Linux', pattern: /\bLinux\b/ },
];

function findName(userAgent: string, known: readonly UserAgentPattern[]): string[] {
  const found = known.find(({ pattern }) => pattern.test(userAgent));
  return found ? [found.name] : [];
}

/**
 * Returns the kind of browser and its operating system, as in `Firefox, Windows`, so that people
 * recognize it. Returns an empty string if neither is known.
 */
export function getBrowserName(userAgent = ''): string {
  const names = [...findName(userAgent, browsers), ...findName(userAgent, systems)];
  return names.join(', ');
}

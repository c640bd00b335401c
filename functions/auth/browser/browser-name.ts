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

function findName(
  userAgent: string,
  patterns: readonly UserAgentPattern[],
): string | undefined {
  return patterns.find(({ pattern }) => pattern.test(userAgent))?.name;
}

/**
 * Returns the kind of browser and its operating system, as in `Firefox, Windows`. Omits what is
 * unknown, so the name can be empty.
 */
export function getBrowserName(userAgent = ''): string {
  const names = [findName(userAgent, browsers), findName(userAgent, systems)];
  return names.filter((name) => name !== undefined).join(', ');
}

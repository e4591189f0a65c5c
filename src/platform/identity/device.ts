const match = (text: string, rules: readonly (readonly [RegExp, string])[]): string | undefined =>
  rules.find(([pattern]) => pattern.test(text))?.[1];

/** Specific names first: most browsers also name the ones that they are compatible with. */
const BROWSERS = [
  [/wxwork/i, '企业微信'],
  [/MicroMessenger/i, '微信'],
  [/\bQQ\//, 'QQ'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/HuaweiBrowser/i, '华为浏览器'],
  [/MiuiBrowser/i, '小米浏览器'],
  [/UCBrowser/i, 'UC 浏览器'],
  [/QQBrowser/i, 'QQ 浏览器'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/HarmonyOS|OpenHarmony/i, '鸿蒙'],
  [/Android/i, 'Android'],
  [/iPad/i, 'iPad'],
  [/iPhone/i, 'iPhone'],
  [/Windows/i, 'Windows'],
  [/Mac OS X|Macintosh/i, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/i, 'Linux'],
] as const;

/** Display name of a device from its user agent; empty when nothing is recognised. */
export const deviceOf = (userAgent: string): string =>
  [match(userAgent, SYSTEMS), match(userAgent, BROWSERS)].filter((part) => part !== undefined).join(' · ');

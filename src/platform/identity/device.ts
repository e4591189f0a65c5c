const match = (text: string, rules: readonly (readonly [RegExp, string])[]): string | undefined =>
  rules.find(([pattern]) => pattern.test(text))?.[1];

/** The more special first: most browsers also name those that they are like. */
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

/** What a person calls a device, from what its browser says it is: only that is kept. Empty where nothing is recognised. */
export const deviceOf = (userAgent: string): string =>
  [match(userAgent, SYSTEMS), match(userAgent, BROWSERS)].filter((part) => part !== undefined).join(' · ');

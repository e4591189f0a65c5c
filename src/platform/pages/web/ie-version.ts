/** The version of Internet Explorer that a user agent names; undefined for every other browser. */
export function ieVersion(userAgent: string): number | undefined {
  const version = /MSIE (\d+)/.exec(userAgent)?.[1];
  return version === undefined ? undefined : Number(version);
}

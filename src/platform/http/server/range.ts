/**
 * The single range that a request asks for (RFC 9110, 14): undefined where it asks for the whole file, for several
 * ranges, or in an unknown form; `none` where the range is after the end of the file.
 */
export function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const [from, to] =
    first === ''
      ? [Math.max(0, size - Number(last)), size - 1]
      : [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (first !== '' && last !== '' && Number(last) < from) return undefined;
  return from >= size || (first === '' && Number(last) === 0) ? 'none' : { from, to };
}

const words = new Intl.Segmenter('zh', { granularity: 'word' });

/** Words of school life that the dictionary lacks. */
const MORE_WORDS = new Set(['高一', '高二', '高三', '初一', '初二', '初三', '易怒']);

/** Whether two characters are a word of the dictionary, and so need not be a person's name (高兴, 周一, 安静). */
export function isOrdinary(name: string): boolean {
  if (name.length !== 2) return false;
  const [first, second] = words.segment(name);
  return MORE_WORDS.has(name) || (first !== undefined && second === undefined);
}

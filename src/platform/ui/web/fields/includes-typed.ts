const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s()]/g, '');

/**
 * Whether a name includes what a person typed, whatever the width of its characters, spaces and brackets: 初一（1）班 by
 * “1班”.
 */
export const includesTyped = (name: unknown, typed: string): boolean =>
  typeof name === 'string' && plain(name).includes(plain(typed));

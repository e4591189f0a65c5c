/** Common suffixes of passwords. */
export const ENDINGS: readonly string[] = [
  '',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '!',
  '@123',
  '#123',
  '123!',
  '1!',
  '666',
  '888',
  '520',
  '1314',
];

/** Years in passwords, with some future ones until the list is generated again. */
export const YEARS = { first: 2014, last: 2030 } as const;

export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Characters of a code for one sheet. */
export const CODE_LENGTH = 8;

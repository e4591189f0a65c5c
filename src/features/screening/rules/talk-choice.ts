/** Characters of a choice: all have the same length, so that the size of the request does not show the choice. */
export const CHOICE_LENGTH = 12;
/** No talk is wanted now. */
export const NO_TALK = '-'.repeat(CHOICE_LENGTH);
/** A talk is wanted, with any counsellor. */
export const ANYONE = '+'.repeat(CHOICE_LENGTH);

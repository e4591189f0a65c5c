/** Key of the act that shows a row, and its parameter in the address; notices lead to it. */
export const SHOW = 'show';

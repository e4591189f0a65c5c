/** Title and purpose of each page. */
export const page = {
  own: { title: '本校资源', about: '本校自己的记录' },
};

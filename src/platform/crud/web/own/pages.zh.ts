/** Title and purpose of each page. */
export const page = {
  own: { title: '本校台账', about: '本校自建的台账' },
};

/** Acts on a student in the list of students. */
export const retentionActs = {
  hold: '依法保留',
};

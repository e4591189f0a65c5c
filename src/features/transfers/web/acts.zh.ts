/** Acts on a student in the list of students. */
export const transferActs = {
  send: '转出档案',
};

export const page = {
  report: { title: 'Personal report', about: 'The personal result of a screening' },
  ownReport: { title: 'Result', about: 'The result of a screening' },
};

/** Title and purpose of the pages. */
export const page = {
  report: { title: '个人测评报告', about: '一次测评的个人结果' },
  ownReport: { title: '测评结果', about: '一次测评的结果' },
};

/** Title and purpose of each page. */
export const page = {
  studio: { title: '字段设置', about: '增加、改名、隐藏本单位的字段' },
  layers: { title: '下发字段设置', about: '向下属学校下发字段和台账，先预览、先试点，可以收回' },
};

/** Title and purpose of the group reports. */
export const page = {
  groupReport: { title: '团体报告', about: '一次测评在学校、年级和班级的参与、分布和比较' },
  areaReport: { title: '区域报告', about: '测评计划在各校的参与和分布，只有取整后的人数' },
  areaSchoolReport: { title: '学校报告', about: '一所学校在测评计划中的参与和分布，只有取整后的人数' },
};

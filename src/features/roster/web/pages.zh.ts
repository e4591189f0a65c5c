/** Title and purpose of each page. */
export const page = {
  roster: { title: '名册交换', about: '与其他系统交换学校、班级、人员和班级成员' },
};

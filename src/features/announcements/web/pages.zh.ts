/** Title and purpose of each page. */
export const page = {
  announcements: { title: '平台公告', about: '发给您的公告和科普文章' },
  announcement: { title: '公告详情', about: '一篇公告的内容' },
  article: { title: '文章详情', about: '一篇心理健康科普文章' },
  announcementManage: { title: '公告管理', about: '撰写、发布、撤回公告和科普文章，查看阅读情况' },
  announcementEdit: { title: '撰写', about: '撰写公告或科普文章' },
};

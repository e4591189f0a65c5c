/** Title and purpose of each page. */
export const page = {
  article: { title: '文章详情', about: '平台发布的文章' },
  announcements: { title: '平台公告', about: '平台发布的通知' },
  announcement: { title: '公告详情', about: '平台发布的通知' },
};

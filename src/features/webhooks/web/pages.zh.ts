/** Title and purpose of each page. */
export const page = {
  webhooks: { title: '事件推送', about: '有变化时通知其他系统：接收地址、事件和发送记录' },
};

/** Texts of files beside a text; those of `spec §5` stand with their rules. */
export const attachments = {
  title: '附件',
  add: '添加附件',
  hint: '{{count}} / {{max}} 个。图片（png、jpg）不超过 5 MB，音频（mp3）不超过 20 MB；也可以拖到这里，或粘贴图片',
  preview: '查看图片 {{name}}',
  sending: '正在上传 {{name}}',
  retry: '重新上传 {{name}}',
  cancel: '取消上传 {{name}}',
  remove: '移除 {{name}}',
  unsupported: '您的浏览器不支持播放音频，请换用较新的浏览器',
  larger: '放大',
  smaller: '缩小',
  turn: '旋转 90 度',
  broken: '图片加载失败',
};

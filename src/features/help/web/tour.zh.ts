export const tour = {
  restart: { title: '随时再看', text: '如需再次查看，请打开帮助中心，点击“再看一遍导览”。' },
};

export const tour = {
  restart: { title: '随时再看', text: '以后想再看一遍，打开帮助中心，点“再看一遍导览”。' },
};

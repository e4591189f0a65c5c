export const tour = {
  ownTasks: { title: '要做的事', text: '要填的测评和要同意的事都在这里，做完就不再显示。' },
  ownHelp: { title: '想找人聊聊', text: '点这里可以约心理老师，也能看到随时可以打的求助电话。' },
};

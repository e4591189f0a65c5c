/** Title and purpose of the pages on which a school installs packs. */
export const page = {
  installPack: { title: '安装量表', about: '本校持有授权的量表文件：检查、预览、声明授权以后安装' },
};

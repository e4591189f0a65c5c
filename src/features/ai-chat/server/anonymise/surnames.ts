/** Surnames of two characters. */
export const DOUBLE_SURNAMES: readonly string[] = [
  '欧阳',
  '上官',
  '司马',
  '诸葛',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '司徒',
  '夏侯',
  '东方',
  '令狐',
  '长孙',
  '宇文',
  '端木',
  '南宫',
  '轩辕',
];

/**
 * Frequent surnames by which an unknown name is recognised; those that are ordinary words too (和, 向, 时, 于, 有) are left
 * out.
 */
export const SURNAMES = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾萧肖田董袁潘蒋蔡余杜叶程苏魏吕丁沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付傅邹孟熊秦邱江尹薛闫段雷侯龙陶黎贺顾毛郝邵万钱严覃武戴莫孔汤康乔赖龚文庞樊兰殷施洪翟安颜倪牛温芦季俞章鲁葛伍申尤毕聂焦柳邢骆岳齐梅庄辛管祝左涂耿欧甘卜路凌蓝柯阮纪柴刁'.split(
    '',
  ),
);

const CALLED =
  '同学|老师|主任|校长|医生|班长|妈妈|爸爸|父亲|母亲|父母|奶奶|爷爷|外婆|外公|家长|家里|先生|女士|阿姨|叔叔|师傅';

/** Directly behind a word: the word is a person's name. */
export const AFTER_NAME = new RegExp(
  `^(?:${CALLED}|的(?:${CALLED}|同桌|班主任|情况|情绪|成绩|家)|说|告诉|问我|哭|表示|反映|自述|[(（])`,
);
/** Directly before a word. */
export const BEFORE_NAME =
  /(?:学生|同学|孩子|男生|女生|女儿|儿子|班长|同桌|叫|名叫|叫做|叫作|姓名[是为:：]?|和|跟|与|找|对|约|陪|问)[:：]?$/;

/** How people are addressed, behind an unknown name. */
export const TITLES = CALLED;
/** What an unknown name follows. */
export const INTRODUCTIONS = '学生|同学|名叫|叫做|叫作|我叫|他叫|她叫|姓名[是为:]?|女儿|儿子|男生|女生';
/** Second characters of a given name that rather begin the next word. */
export const NOT_IN_NAMES =
  '说在是和的了把被对跟与有不也很又今昨近最上下来去要想就都会能没还从向因经常总已让给叫问哭,。，；;:：、!？?！()（）';

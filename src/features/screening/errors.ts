import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_SHEET_ELSEWHERE: ErrorEntry;
    PSY_SHEET_SUBMITTED: ErrorEntry;
    PSY_SHEET_SEALED: ErrorEntry;
    PSY_EXAM_NOT_OPEN: ErrorEntry;
    PSY_SHEET_NEEDS_CONSENT: ErrorEntry;
    PSY_NO_RETAKE: ErrorEntry;
    PSY_RESULT_NOT_SHOWN: ErrorEntry;
    PSY_EXAM_CODE_WRONG: ErrorEntry;
    PSY_RESCUE_BROKEN: ErrorEntry;
    PSY_RESCUE_FOREIGN: ErrorEntry;
    PSY_RESCUE_USED: ErrorEntry;
  }
}

/** In words that a child understands: students read them on their own. */
export const errors = {
  PSY_SHEET_ELSEWHERE: errorEntry(409, '这份问卷正在另一台设备上填写。想在这里继续填，请点“在这里继续”', 'own-text'),
  PSY_SHEET_SUBMITTED: errorEntry(409, '这份问卷已经交了，不能再修改', 'own-text'),
  PSY_SHEET_SEALED: errorEntry(409, '同意已经撤回，这份问卷不再填写，已经填的不会使用', 'own-text'),
  PSY_EXAM_NOT_OPEN: errorEntry(409, '现在不是填写这份问卷的时间', 'own-text'),
  PSY_SHEET_NEEDS_CONSENT: errorEntry(403, '这份问卷要等家长同意之后才能填写', 'own-text'),
  PSY_NO_RETAKE: errorEntry(409, '这份问卷不能再填一次', 'own-text'),
  PSY_RESULT_NOT_SHOWN: errorEntry(403, '学校没有开放这份问卷的结果。想了解的话，可以找心理老师谈一谈', 'own-text'),
  PSY_EXAM_CODE_WRONG: errorEntry(
    401,
    '这个码不能用：可能输错了、过期了，或者老师换过新的码。请再看一看，或者问老师',
    'own-text',
  ),
  PSY_RESCUE_BROKEN: errorEntry(400, '这个文件打不开：不是存下来的答案，或者内容不完整、被改过', 'own-text'),
  PSY_RESCUE_FOREIGN: errorEntry(409, '这个文件里是另一份问卷的答案，不能放到这里', 'own-text'),
  PSY_RESCUE_USED: errorEntry(409, '这个文件里的答案都已经收到了，不用再恢复', 'own-text'),
} satisfies Partial<ErrorCodes>;

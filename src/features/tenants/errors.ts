import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_OPEN_CASES: ErrorEntry;
    PSY_TENANT_STATE: ErrorEntry;
    PSY_PARENT_INVALID: ErrorEntry;
    PSY_RENEWAL_KEY: ErrorEntry;
    PSY_TENANT_TASK: ErrorEntry;
    PSY_ERASURE_HINDERED: ErrorEntry;
    PSY_IMPORT_HINDERED: ErrorEntry;
  }
}

export const errors = {
  PSY_OPEN_CASES: errorEntry(
    409,
    '这个单位还有没处理完的预警或个案，暂停以后学校里没有人能跟进。请先与单位负责人落实，再勾选确认',
    'own-text',
  ),
  PSY_TENANT_STATE: errorEntry(409, '这个单位的状态刚刚变化过，请刷新后再试', 'own-text'),
  PSY_ERASURE_HINDERED: errorEntry(409, '这个单位现在不能清除，请查看清单中的原因', 'own-text'),
  PSY_IMPORT_HINDERED: errorEntry(409, '这个数据包现在不能导入，请查看检查结果', 'own-text'),
  PSY_TENANT_TASK: errorEntry(409, '这个单位有一项任务还没有结束，请等它结束以后再试', 'own-text'),
  PSY_RENEWAL_KEY: errorEntry(
    409,
    '这个单位已到期，内容已封存：请由保管续期密钥的人在服务器上运行 npm run service -- renew',
    'own-text',
  ),
  PSY_PARENT_INVALID: errorEntry(409, '上级只能是已有的机构，并且只有学校有上级', 'own-text'),
} satisfies Partial<ErrorCodes>;

import { Check } from 'typebox/schema';
import * as Type from 'typebox/type';
import type { Blob, OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import {
  digestedBytes,
  markFile,
  type FileMark,
  type Maker,
} from '../../../../platform/file-codes/server/file-mark.ts';
import { markedPdf, type MarkedDocument } from '../../../../platform/file-codes/server/marked-pdf.ts';
import { minuteOf } from '../../../../platform/schema/wall-clock.ts';
import { tableTitle } from '../../table-titles.ts';
import { storedTask, type StoredTask } from './read-tasks.ts';

const proofSchema = Type.Object({
  tables: Type.Record(Type.String(), Type.Integer()),
  rows: Type.Integer(),
  objects: Type.Integer(),
  accounts: Type.Integer(),
  data_keys: Type.Integer(),
  digest: Type.String(),
  log_seq: Type.Integer(),
  log_hash: Type.String(),
});
/** What the transaction of the erasure has stored with the task (`ErasureProof`). */
type Proof = Type.Static<typeof proofSchema>;

function proofOf({ task_id, facts }: StoredTask): Proof {
  if (!Check(proofSchema, facts)) throw new Error(`task ${task_id} has no proof of an erasure`);
  return facts;
}

const time = (at: string | null): string => (at === null ? '' : minuteOf(Date.parse(at)));

function documentOf(task: StoredTask, proof: Proof): MarkedDocument {
  return {
    title: '单位数据清除证明',
    note: '由平台的操作记录佐证',
    isForOthers: true,
    sections: [
      {
        title: '清除的单位',
        rows: [
          ['单位', `${task.about_name}（${task.about_org}）`],
          ['原因', task.reason],
          ['提出', `${task.requester ?? ''}，${time(task.requested_at)}`],
          ['批准', `${task.decider ?? ''}，${time(task.decided_at)}`],
          ['清除完成', time(task.ended_at)],
        ],
      },
      {
        title: '清除的内容',
        text: [
          '以下内容在一次数据库事务中删除，提交以前逐表重新读取，没有留下任何一行；附件随后从文件存储中删除，它们的数据密钥已一并删除。',
          '清除不影响以前的备份：备份里的内容按备份的期限销毁。',
        ],
        rows: [
          ['数据行数', String(proof.rows)],
          ['附件数', String(proof.objects)],
          ['账号数', `${proof.accounts}（只属于这个单位的账号）`],
          ['数据密钥数', String(proof.data_keys)],
          ['内容摘要', proof.digest],
          ['操作记录条数', String(proof.log_seq)],
          ['操作记录末尾', proof.log_hash],
        ],
      },
      {
        title: '各数据表的行数',
        table: {
          head: ['内容（数据表）', '行数'],
          rows: Object.entries(proof.tables)
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([name, rows]) => [`${tableTitle(name)}（${name}）`, String(rows)]),
          isNumeric: true,
        },
      },
    ],
  };
}

/** @throws AppError PSY_NOT_FOUND before the end of the erasure */
export async function erasedTask(ctx: OrgContext, taskId: string): Promise<StoredTask> {
  const task = await storedTask(ctx, taskId);
  if (task.kind !== 'erase' || task.state !== 'done')
    throw new AppError('PSY_NOT_FOUND', { message: '清除还没有完成，没有证明' });
  return task;
}

/** Logs that the proof is handed out. @param maker `makerOf`, read before the transaction */
export const markProof = (ctx: OrgContext, tx: Tx, maker: Maker, task: StoredTask): Promise<FileMark> =>
  markFile(ctx, tx, maker, 'erasure', {
    act: 'export',
    resource: 'organisation',
    rowId: task.about_org,
    rowLabel: task.about_name,
    after: { content: '清除证明' },
  });

/** The proof of an erasure as a PDF whose code the public page confirms. */
export async function printProof(ctx: OrgContext, mark: FileMark, task: StoredTask): Promise<Blob> {
  const pdf = await markedPdf(ctx, mark, documentOf(task, proofOf(task)));
  return {
    contentType: 'application/pdf',
    fileName: `${task.about_name}-${task.about_org}-清除证明.pdf`,
    body: await digestedBytes(ctx, mark, Buffer.from(pdf)),
  };
}

import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { writeComment, type ClassComments, type RowOfClass } from '../contract.ts';

type Texts = Readonly<Record<string, string>>;

/** What is typed in each row, and the submission of one row or of several, one after the other. */
export function useSubmits({ year_id: year }: ClassComments, onChanged: () => void) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [texts, setTexts] = useState<Texts>({});
  const [problems, setProblems] = useState<Texts>({});
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const textOf = ({ child_id, draft = '' }: RowOfClass) => texts[child_id] ?? draft;
  const send = async (row: RowOfClass): Promise<string | undefined> => {
    const body = { content: textOf(row), file_ids: [] };
    try {
      await call(writeComment, { params: { id: row.child_id, year }, body }, { quiet: true });
      return undefined;
    } catch (error) {
      return failureOf(error).message;
    }
  };
  const submit = useOnce(async (rows: readonly RowOfClass[]) => {
    setBusy(new Set(rows.map(({ child_id }) => child_id)));
    const failed: Record<string, string> = {};
    for (const row of rows) {
      // One after the other: a failed connection then leaves the rest as drafts.
      const problem = await send(row);
      if (problem !== undefined) failed[row.child_id] = problem;
    }
    setBusy(new Set());
    setProblems(failed);
    const left = Object.keys(failed).length;
    if (rows.length > left) void message.success(t('comments.batch.submitted', { count: rows.length - left }));
    if (left > 0) void message.warning(t('comments.batch.someLeft', { count: left }));
    onChanged();
  });
  return {
    textOf,
    setText: ({ child_id }: RowOfClass, text: string) => setTexts((now) => ({ ...now, [child_id]: text })),
    busy,
    problemOf: ({ child_id }: RowOfClass) => problems[child_id],
    submit,
  };
}

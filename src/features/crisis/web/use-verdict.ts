import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { useUploads, type UploadedFile } from '../../../platform/media/web/use-uploads.ts';
import { problemOf, type Verdict } from '../rules/warning-verification.ts';
import type { StoredVerdict } from './report-state.ts';

/** State of the verdict form with its uploads. */
export function useVerdict(initial: StoredVerdict) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [text, setText] = useState({ validStatus: initial.validStatus, level: initial.level, reason: initial.reason });
  const [submitted, setSubmitted] = useState(false);
  const uploads = useUploads(initial.files, (reason) => void message.error(reason));
  const value: Verdict = { ...text, fileIds: uploads.fileIds };
  const problem = problemOf(value);
  const files = uploads.items.flatMap(({ fileId, name, type, url }): UploadedFile[] =>
    fileId === undefined
      ? []
      : [{ file_id: fileId, media_name: name, media_type: type, play_url: url.startsWith('blob:') ? '' : url }],
  );
  const problemText = (): string | undefined => {
    if (problem === 'verdict') return t('verdict.verdictRequired');
    if (problem === 'level') return t('verdict.levelRequired');
    if (problem === 'tooLong') return t('verdict.tooLong', { max: NOTE_MAX });
    if (uploads.sending) return t('verdict.sending');
    return uploads.failed ? t('verdict.sendFailed') : undefined;
  };
  return {
    value,
    change: (part: Partial<typeof text>) => setText((before) => ({ ...before, ...part })),
    uploads,
    /** The problem to show; undefined until the user first submits. */
    problem: submitted ? problem : undefined,
    /** Shows the first problem as a message; returns whether the form may be sent. */
    validate(): boolean {
      setSubmitted(true);
      const text = problemText();
      if (text !== undefined) void message.warning(text);
      return text === undefined;
    },
    draft: { ...text, files } satisfies StoredVerdict,
  };
}
export type VerdictInput = ReturnType<typeof useVerdict>;

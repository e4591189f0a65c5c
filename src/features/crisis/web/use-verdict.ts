import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { useUploads, type KnownFile } from '../../../platform/media/web/use-uploads.ts';
import { problemOf, type Verdict } from '../rules/warning-verification.ts';
import type { KeptVerdict } from './report-state.ts';

/** What a person fills in to decide on a warning, with its files. */
export function useVerdict(initial: KeptVerdict) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [text, setText] = useState({ validStatus: initial.validStatus, level: initial.level, reason: initial.reason });
  const [tried, setTried] = useState(false);
  const uploads = useUploads(initial.files, (told) => void message.error(told));
  const given: Verdict = { ...text, fileIds: uploads.fileIds };
  const problem = problemOf(given);
  const files = uploads.items.flatMap(({ fileId, name, type, url }): KnownFile[] =>
    fileId === undefined
      ? []
      : [{ file_id: fileId, media_name: name, media_type: type, play_url: url.startsWith('blob:') ? '' : url }],
  );
  return {
    given,
    change: (what: Partial<typeof text>) => setText((now) => ({ ...now, ...what })),
    uploads,
    /** What is to be told of it; nothing before somebody tried to send it. */
    problem: tried ? problem : undefined,
    /** Says what keeps it from being sent, and whether nothing does. */
    ready(): boolean {
      setTried(true);
      const told =
        problem === 'level'
          ? t('verdict.levelRequired')
          : problem === 'tooLong'
            ? t('verdict.tooLong', { max: NOTE_MAX })
            : uploads.sending
              ? t('verdict.sending')
              : uploads.failed
                ? t('verdict.sendFailed')
                : undefined;
      if (told !== undefined) void message.warning(told);
      return told === undefined;
    },
    kept: { ...text, files } satisfies KeptVerdict,
  };
}
export type VerdictInput = ReturnType<typeof useVerdict>;

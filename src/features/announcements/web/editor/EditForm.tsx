import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, Input, Skeleton } from 'antd';
import { Suspense, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLeaveGuard } from '../../../../platform/crud/web/form/use-leave-guard.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { documentProblem } from '../../../../platform/rich-text/rich-text.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { lazyPage } from '../../../../platform/ui/web/lazy-page.ts';
import {
  createAnnouncement,
  updateAnnouncement,
  type Choices,
  type WrittenAnnouncement,
} from '../../contract/writing.ts';
import { SUMMARY_MAX, TITLE_MAX } from '../../rules/kinds.ts';
import { WRITING_KEY } from '../keys.ts';
import { DisplayFields } from '../manage/DisplayFields.tsx';
import { PublishSheet } from '../manage/PublishSheet.tsx';
import { AudienceFields } from './AudienceFields.tsx';
import { CoverField } from './CoverField.tsx';
import type { Values } from './values.ts';
import styles from '../announcements.module.css';

// The editor is large, and the rest of the form is ready before it.
const TextEditor = lazyPage(async () => (await import('../../../../platform/rich-text/web/TextEditor.tsx')).TextEditor);
const MANAGE = '/platform-announcement/manage';

interface Saved {
  id: string;
  version: number;
}

/** The calls of the form: a text that is new is made by the first save. */
function useSaving(row: WrittenAnnouncement | undefined, onSaved: () => void) {
  const queries = useQueryClient();
  const saved = useRef<Saved | undefined>(row && { id: row.announcement_id, version: row.version });
  const saving = useMutation({
    mutationFn: async (values: Values): Promise<Saved> => {
      const now = saved.current;
      const { announcement_id: id, version } = now
        ? await call(
            updateAnnouncement,
            { params: { id: now.id }, body: { ...values, version: now.version } },
            { quiet: true },
          )
        : await call(createAnnouncement, { body: values }, { quiet: true });
      saved.current = { id, version };
      return saved.current;
    },
    onSuccess: async () => {
      onSaved();
      await queries.invalidateQueries({ queryKey: WRITING_KEY });
    },
  });
  return { save: saving.mutateAsync, busy: saving.isPending, error: saving.error };
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.subtitle}>
        {title}
      </h2>
      {children}
    </section>
  );
};

interface Props {
  initial: Values;
  row: WrittenAnnouncement | undefined;
  choices: Choices;
}

/** Writes or changes a text that is not published. */
export function EditForm({ initial, row, choices }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const id = useId();
  const [values, setValues] = useState(initial);
  const [kept, setKept] = useState(initial);
  const [problem, setProblem] = useState<{ title?: string; content?: string }>({});
  const [publishing, setPublishing] = useState<Saved>();
  const { setDirty } = useLeaveGuard();
  const dirty = JSON.stringify(values) !== JSON.stringify(kept);
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
  const addresses = useMemo(
    () => new Map((row?.files ?? []).map(({ file_id, play_url }) => [file_id, play_url])),
    [row],
  );
  const { save, busy, error } = useSaving(row, () => setKept(values));
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));

  const checked = (): boolean => {
    const content = documentProblem(values.content);
    const found = {
      ...(values.title.trim() === '' && { title: t('announcementEditor.titleRequired') }),
      ...(content !== undefined && { content }),
    };
    setProblem(found);
    if (found.title !== undefined) document.getElementById(`${id}-title`)?.focus();
    return Object.keys(found).length === 0;
  };
  const saveDraft = useOnce(async () => {
    if (!checked()) return;
    const { id: savedId } = await save(values);
    void message.success(t('announcementEditor.saved'));
    setDirty(false);
    if (row === undefined) void navigate(`/platform-announcement/edit/${savedId}`, { replace: true });
  });
  const saveAndPublish = useOnce(async () => {
    if (checked()) setPublishing(await save(values));
  });
  return (
    <form className={styles.editForm} onSubmit={(event) => event.preventDefault()}>
      <div className={styles.field}>
        <label htmlFor={`${id}-title`}>{t('announcementEditor.title')}</label>
        <Input
          id={`${id}-title`}
          required
          maxLength={TITLE_MAX}
          showCount
          value={values.title}
          status={problem.title === undefined ? '' : 'error'}
          aria-invalid={problem.title !== undefined}
          onChange={({ target }) => set({ title: target.value })}
        />
        {problem.title !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem.title}
          </p>
        )}
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-summary`}>{t('announcementEditor.summary')}</label>
        <Input.TextArea
          id={`${id}-summary`}
          maxLength={SUMMARY_MAX}
          autoSize={{ minRows: 1, maxRows: 4 }}
          placeholder={t('announcementEditor.summaryHelp')}
          value={values.summary}
          onChange={({ target }) => set({ summary: target.value })}
        />
      </div>
      <div className={styles.field}>
        <span>{t('announcementEditor.content')}</span>
        <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
          <TextEditor
            label={t('announcementEditor.content')}
            initial={initial.content}
            addresses={addresses}
            invalid={problem.content !== undefined}
            onChange={(content) => set({ content })}
          />
        </Suspense>
        {problem.content !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem.content}
          </p>
        )}
      </div>
      {values.kind === 'article' && (
        <div className={styles.field}>
          <span>{t('announcementEditor.cover')}</span>
          <CoverField
            fileId={values.cover_id}
            address={initial.cover_id === null ? undefined : addresses.get(initial.cover_id)}
            onChange={(cover_id) => set({ cover_id })}
          />
          <span className={styles.quiet}>{t('announcementEditor.coverHelp')}</span>
        </div>
      )}
      <Group title={t('announcementEditor.readers')}>
        <AudienceFields
          value={values.audience}
          choices={choices}
          onChange={(change) => set({ audience: { ...values.audience, ...change } })}
        />
      </Group>
      <Group title={t('announcementEditor.display')}>
        <Checkbox checked={values.notifies} onChange={({ target }) => set({ notifies: target.checked })}>
          {t('announcementEditor.notifies')}
        </Checkbox>
        <DisplayFields value={values} onChange={set} />
      </Group>
      {error && <Alert type="error" showIcon role="alert" message={failureOf(error).message} />}
      <footer className={styles.buttons}>
        <Button onClick={() => void navigate(MANAGE)}>{t('announcementEditor.cancel')}</Button>
        <Button loading={busy} onClick={saveDraft}>
          {t(row?.status === 'scheduled' ? 'announcementEditor.saveScheduled' : 'announcementEditor.save')}
        </Button>
        <Button type="primary" loading={busy} onClick={saveAndPublish}>
          {t('announcementEditor.saveAndPublish')}
        </Button>
      </footer>
      {publishing && (
        <PublishSheet
          line={{ announcement_id: publishing.id, version: publishing.version, title: values.title.trim() }}
          onClose={() => {
            setPublishing(undefined);
            if (row === undefined) void navigate(`/platform-announcement/edit/${publishing.id}`, { replace: true });
          }}
          onDone={() => void navigate(MANAGE)}
        />
      )}
    </form>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Dropdown, Input, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { ResizablePanel } from '../../../../platform/ui/web/panel/ResizablePanel.tsx';
import { useStable } from '../../../../platform/ui/web/use-stable.ts';
import { publishQuestionnaire, questionnaire } from '../../contract/questionnaires.ts';
import { ITEM_KINDS, ITEMS_MAX, type Draft } from '../../rules/questionnaires/draft-schema.ts';
import * as edit from '../../rules/questionnaires/edit-draft.ts';
import { StudentView } from '../packs/StudentView.tsx';
import { useAct } from '../use-act.ts';
import { ItemCard } from './ItemCard.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { sheetOfDraft } from './student-view.ts';
import { questionnaires } from './texts.zh.ts';
import { useDraft, type Loaded } from './use-draft.ts';
import page from '../../../../platform/crud/web/page.module.css';
import planning from '../planning/planning.module.css';
import styles from './questionnaires.module.css';

provideTexts({ questionnaires });

/** /exam/questionnaires/{scale_id}: composes a questionnaire, beside it what students see. */
export function ComposerPage() {
  const { t } = useTranslation();
  const { scale_id: id = '' } = useParams();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['questionnaire', id],
    queryFn: ({ signal }) => call(questionnaire, { params: { scale_id: id } }, { signal, quiet: true }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('page.questionnaire.title')} about={t('page.questionnaire.about')} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <Composer key={dataUpdatedAt} loaded={data} onReload={() => void refetch()} />
      )}
    </div>
  );
}

function Composer({ loaded, onReload }: { loaded: Loaded; onReload: () => void }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const mayWrite = useMay('screening/questionnaire', 'write');
  const mayPublish = useMay('screening/questionnaire', 'publish');
  const state = useDraft(loaded);
  const { draft, change, findings } = state;
  const { busy, run } = useAct();
  // A new questionnaire shows what it lacks once its author has tried to publish it.
  const [tried, setTried] = useState(false);
  const publish = async () => {
    const revision = await state.flush();
    if (revision === undefined) return;
    const params = { scale_id: loaded.scale_id };
    await run(() => call(publishQuestionnaire, { params, body: { revision } }, { quiet: true }), {
      done: ({ version }) => t('questionnaires.published', { version }),
      onDone: () => {
        void client.invalidateQueries({ queryKey: ['screening-scales'] });
        onReload();
      },
    });
  };
  return (
    <>
      <div className={planning.row}>
        <SaveStatus state={state} onReload={onReload} />
        {mayPublish && (
          <Button
            type="primary"
            disabled={!state.changed || state.outdated}
            loading={busy}
            onClick={() => {
              setTried(true);
              if (findings.length > 0) return;
              void modal.confirm({
                title: t('questionnaires.publishTitle', { title: draft.title }),
                content: t('questionnaires.publishText'),
                okText: t('questionnaires.publish'),
                onOk: publish,
              });
            }}
          >
            {t('questionnaires.publish')}
          </Button>
        )}
      </div>
      {state.changed && findings.length > 0 && (tried || draft.items.length > 0) && (
        <Alert
          type={tried ? 'warning' : 'info'}
          showIcon
          message={t('questionnaires.findings', { count: findings.length })}
        />
      )}
      <div className={styles.composer}>
        <div className={planning.form}>
          <HeadFields draft={draft} findings={findings} readOnly={!mayWrite} onChange={change} all={tried} />
          <Items draft={draft} findings={findings} readOnly={!mayWrite} onChange={change} />
        </div>
        <ResizablePanel
          name="questionnaire-preview"
          label={t('questionnaires.preview')}
          initial={390}
          edge="start"
          className={styles.side}
        >
          <h2 className={planning.heading}>{t('questionnaires.preview')}</h2>
          <p className={planning.quiet}>
            {t(draft.items.length === 0 ? 'questionnaires.emptyPreview' : 'questionnaires.previewHelp')}
          </p>
          {draft.items.length > 0 && (
            <StudentView scale={sheetOfDraft(loaded.scale_id, draft)} label={t('questionnaires.preview')} />
          )}
        </ResizablePanel>
      </div>
    </>
  );
}

interface PartProps {
  draft: Draft;
  findings: Loaded['findings'];
  readOnly: boolean;
  onChange: (next: Draft) => void;
}

const HEAD = [
  { name: 'title', label: 'name', max: 60 },
  { name: 'about', label: 'about', max: 1000 },
  { name: 'instruction', label: 'instruction', max: 500 },
] as const;

function HeadFields({ draft, findings, readOnly, onChange, all }: PartProps & { all: boolean }) {
  const { t } = useTranslation();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  return (
    <section className={planning.card} aria-label={t('questionnaires.general')}>
      {HEAD.map(({ name, label, max }) => {
        const isShown = all || touched.has(name);
        const wrong = isShown ? findings.find(({ pointer }) => pointer === `/${name}`) : undefined;
        const id = `questionnaire-${name}`;
        return (
          <div key={name} className={styles.field}>
            <label htmlFor={id}>{t(`questionnaires.${label}`)}</label>
            <Input.TextArea
              id={id}
              autoSize={{ minRows: 1, maxRows: 4 }}
              maxLength={max}
              readOnly={readOnly}
              value={draft[name]}
              aria-invalid={wrong !== undefined}
              onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
              onBlur={() => setTouched((before) => new Set([...before, name]))}
            />
            {wrong && <p className={styles.wrong}>{wrong.reason}</p>}
          </div>
        );
      })}
    </section>
  );
}

/** Key of the message about a deleted question. */
const REMOVED = 'item-removed';

function Items({ draft, findings, readOnly, onChange }: PartProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [open, setOpen] = useState<string>();
  const { items } = draft;
  const of = (i: number) =>
    findings.filter(({ pointer }) => pointer === `/items/${i}` || pointer.startsWith(`/items/${i}/`));
  const restore = useStable((before: Draft, after: Draft, i: number) => {
    const item = before.items[i];
    if (draft === after) onChange(before);
    else if (item) onChange({ ...draft, items: draft.items.toSpliced(i, 0, item) });
  });
  // What was published or loaded again cannot be taken back.
  useEffect(() => () => message.destroy(REMOVED), [message]);
  const remove = (i: number) => {
    const after = edit.removeItem(draft, i);
    const undo = () => {
      message.destroy(REMOVED);
      restore(draft, after, i);
    };
    onChange(after);
    void message.info({
      content: (
        <span>
          {t('questionnaires.itemRemoved', { no: i + 1 })}{' '}
          <Button type="link" size="small" onClick={undo}>
            {t('questionnaires.undo')}
          </Button>
        </span>
      ),
      key: REMOVED,
      duration: 8,
    });
  };
  return (
    <>
      <ol className={styles.items}>
        {items.map((item, i) => (
          <ItemCard
            key={item.id}
            items={items}
            index={i}
            findings={of(i)}
            open={open === item.id}
            readOnly={readOnly}
            onToggle={() => setOpen(open === item.id ? undefined : item.id)}
            onChange={(next) => onChange(edit.changeItem(draft, i, next))}
            onMove={(to) => onChange(edit.moveItem(draft, i, to))}
            onCopy={() => onChange(edit.copyItem(draft, i))}
            onRemove={() => remove(i)}
          />
        ))}
      </ol>
      {!readOnly && items.length < ITEMS_MAX && (
        <div>
          <Dropdown
            trigger={['click']}
            menu={{
              items: ITEM_KINDS.map((kind) => ({ key: kind, label: t(`questionnaires.kinds.${kind}`) })),
              onClick: ({ key }) => {
                const kind = ITEM_KINDS.find((each) => each === key);
                if (!kind) return;
                const next = edit.addItem(draft, kind);
                onChange(next);
                setOpen(next.items.at(-1)?.id);
              },
            }}
          >
            <Button type="dashed" block>
              {t('questionnaires.addItem')}
            </Button>
          </Dropdown>
        </div>
      )}
    </>
  );
}

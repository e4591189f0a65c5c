import { useQuery } from '@tanstack/react-query';
import { App, Button, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { FailedState, NoData } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import {
  createQuestionnaire,
  questionnaires as endpoint,
  removeQuestionnaire,
  type QuestionnaireHead,
} from '../../contract/questionnaires.ts';
import { useAct } from '../use-act.ts';
import { CreateDialog } from './CreateDialog.tsx';
import { questionnaires } from './texts.zh.ts';
import page from '../../../../platform/crud/web/page.module.css';
import planning from '../planning/planning.module.css';

provideTexts({ questionnaires });

const TONES = { draft: 'grey', published: 'done', changed: 'yellow' } as const;
const stateOf = (state: string) => (state === 'published' || state === 'changed' ? state : 'draft');
const TITLE_MAX = 60;
const addressOf = (id: string) => `/exam/questionnaires/${id}`;

/** /exam/questionnaires: what the school has composed, drafts and published ones. */
export function QuestionnairesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayWrite = useMay('screening/questionnaire', 'write');
  const [creating, setCreating] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['questionnaires'],
    queryFn: ({ signal }) => call(endpoint, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  const read = () => void refetch();
  const create = mayWrite ? (
    <Button type="primary" onClick={() => setCreating(true)}>
      {t('questionnaires.create')}
    </Button>
  ) : undefined;
  return (
    <div className={page.page}>
      <PageTitle
        title={t('page.questionnaires.title')}
        about={t('page.questionnaires.about')}
        acts={data !== undefined && data.items.length > 0 && create}
      />
      {error ? (
        <FailedState error={error} onRetry={read} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : data.items.length === 0 ? (
        <NoData title={t('questionnaires.none')} act={create} />
      ) : (
        <div className={planning.scales}>
          {data.items.map((one) => (
            <Card key={one.scale_id} one={one} mayWrite={mayWrite} onChanged={read} />
          ))}
        </div>
      )}
      {creating && (
        <CreateDialog
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false);
            void navigate(addressOf(id));
          }}
        />
      )}
    </div>
  );
}

function Card({ one, mayWrite, onChanged }: { one: QuestionnaireHead; mayWrite: boolean; onChanged: () => void }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const { scale_id: id, title, version } = one;
  const state = stateOf(one.state);
  const copyTitle = t('questionnaires.copyName', { title }).slice(0, TITLE_MAX);
  const copying = useAct();
  const removing = useAct();
  const copy = () =>
    copying.run(() => call(createQuestionnaire, { body: { title: copyTitle, copy_of: id } }, { quiet: true }), {
      done: () => t('questionnaires.copied'),
      onDone: ({ scale_id: made }) => void navigate(addressOf(made)),
    });
  const remove = () =>
    removing.run(() => call(removeQuestionnaire, { params: { scale_id: id } }, { quiet: true }), {
      done: () => t('questionnaires.removed'),
      onDone: onChanged,
    });
  return (
    <section className={planning.card} aria-labelledby={`questionnaire-${id}`}>
      <h2 id={`questionnaire-${id}`} className={planning.heading}>
        <Link to={addressOf(id)}>{title}</Link>
      </h2>
      <div>
        <StatusTag tone={TONES[state]}>{t(`questionnaires.states.${state}`)}</StatusTag>
      </div>
      <p className={planning.quiet}>
        {[
          t('questionnaires.items', { count: one.item_count }),
          ...(version === undefined ? [] : [t('questionnaires.version', { version })]),
          t('questionnaires.updated', { name: one.updated_by_name, at: dateText(one.updated_at) }),
        ].join('，')}
      </p>
      {mayWrite && (
        <Space wrap>
          <Button size="small" loading={copying.busy} onClick={() => void copy()}>
            {t('questionnaires.copy')}
          </Button>
          <Button
            size="small"
            danger
            loading={removing.busy}
            onClick={() =>
              modal.confirm({
                title: t('questionnaires.removeTitle', { title }),
                content: t('questionnaires.removeText'),
                okText: t('questionnaires.removeVerb'),
                okButtonProps: { danger: true },
                onOk: remove,
              })
            }
          >
            {t('questionnaires.remove')}
          </Button>
        </Space>
      )}
    </section>
  );
}

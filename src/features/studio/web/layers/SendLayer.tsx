import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, Collapse, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import type { JsonObject } from '../../../../platform/schema/json.ts';
import { isCancelled } from '../../../../platform/ui/web/failure.ts';
import { layerPreview, layerPublish, layerTakeBack } from '../../layer-contract.ts';
import { DifferenceList } from '../Differences.tsx';
import { FailureAlert } from '../FailureAlert.tsx';
import { FindingsAlert } from '../FindingsAlert.tsx';
import { Impacts, losesValues } from '../Impacts.tsx';
import { NoteField } from '../NoteField.tsx';
import { useLayersReload, type LayerSchool, type LayerSubject } from './use-layers.ts';
import styles from '../studio.module.css';

type Effect = DataOf<typeof layerPreview>['items'][number];

/** What is sent: a draft of a layer; without an overlay the layer is taken back. */
export interface Order {
  kind: number;
  title: string;
  overlay?: JsonObject;
  /** Schools that are chosen at first. */
  chosen: readonly string[];
}

interface Props {
  order: Order;
  subject: LayerSubject;
  schools: readonly LayerSchool[];
  onClose: () => void;
  onSent: () => void;
}

function EffectOf({ differences, impact, joined, findings }: Effect) {
  const { t } = useTranslation();
  if (findings.length > 0) return <FindingsAlert findings={findings} />;
  return (
    <>
      <DifferenceList items={differences} />
      {joined.length > 0 && <p className={styles.hint}>{t('layers.joined', { titles: joined.join('、') })}</p>}
      {impact && <Impacts impact={impact} />}
    </>
  );
}

/** The person chooses schools, sees what changes at each, and only then sends the layer or takes it back. */
export function SendLayer({ order, subject, schools, onClose, onSent }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const reload = useLayersReload();
  const { kind, title, overlay } = order;
  const { entity, version } = subject;
  const [chosen, setChosen] = useState(order.chosen);
  const [note, setNote] = useState('');
  const preview = useMutation({
    mutationFn: () =>
      call(
        layerPreview,
        { params: { entity }, body: { kind, school_ids: [...chosen], ...(overlay && { overlay }) } },
        { quiet: true },
      ),
    gcTime: 0,
  });
  const sending = useMutation({
    mutationFn: async () => {
      const body = { kind, school_ids: [...chosen] };
      if (!overlay) {
        await call(layerTakeBack, { params: { entity }, body }, { quiet: true });
        return t('layers.takenBack', { count: chosen.length });
      }
      const sent = await call(
        layerPublish,
        { params: { entity }, body: { ...body, overlay, version, note } },
        { quiet: true },
      );
      return t('layers.sent', { version: sent.version, count: chosen.length });
    },
    onSuccess: async (text) => {
      void message.success(text);
      onSent();
      onClose();
      await reload();
    },
    gcTime: 0,
  });
  const look = useOnce(() => preview.mutateAsync());
  const send = useOnce(() => sending.mutateAsync());
  const effects = preview.data?.items;
  const conflicts = effects?.filter(({ findings }) => findings.length > 0).length ?? 0;
  const failure = [sending.error, preview.error].find((error) => error !== null && !isCancelled(error));
  const choose = (next: readonly string[]) => {
    setChosen(next);
    preview.reset();
  };
  const all = schools.map(({ school_id: id }) => id);
  return (
    <Sheet
      open
      title={overlay ? t('layers.sendTitle', { title }) : t('layers.takeBackTitle')}
      width={680}
      onClose={onClose}
      act={
        effects
          ? {
              label: t(overlay ? 'layers.sendVerb' : 'layers.takeBackVerb', { count: chosen.length }),
              danger: !overlay || effects.some(({ impact }) => losesValues(impact)),
              busy: sending.isPending,
              onClick: send,
            }
          : {
              label: t('layers.preview'),
              busy: preview.isPending,
              disabled: chosen.length === 0,
              onClick: look,
            }
      }
    >
      <p className={styles.hint}>{t(overlay ? 'layers.pilotHint' : 'layers.takeBackText')}</p>
      <fieldset className={styles.schools}>
        <legend className={styles.heading}>{t('layers.choose')}</legend>
        <Checkbox
          checked={chosen.length === all.length}
          indeterminate={chosen.length > 0 && chosen.length < all.length}
          onChange={({ target }) => choose(target.checked ? all : [])}
        >
          {t('layers.all', { count: all.length })}
        </Checkbox>
        <Checkbox.Group
          value={[...chosen]}
          options={schools.map(({ school_id: value, school_name: label }) => ({ value, label }))}
          onChange={(next) => choose(next.map(String))}
        />
      </fieldset>
      {preview.isPending && (
        <div role="status" aria-label={t('layers.previewing')}>
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        </div>
      )}
      {effects && (
        <>
          <h3 className={styles.heading}>{t('layers.effects')}</h3>
          {conflicts > 0 && (
            <Alert
              type="warning"
              showIcon
              className={styles.alert}
              message={t('layers.conflicts', { count: conflicts })}
            />
          )}
          <Collapse
            defaultActiveKey={effects
              .filter(({ findings }, i) => findings.length > 0 || (i === 0 && conflicts === 0))
              .map(({ school_id: id }) => id)}
            items={effects.map((effect) => ({
              key: effect.school_id,
              label: (
                <span className={styles.version}>
                  {effect.school_name}
                  <span className={effect.findings.length > 0 ? styles.wrongTag : styles.tag}>
                    {t(effect.findings.length > 0 ? 'layers.conflict' : 'layers.fine')}
                  </span>
                </span>
              ),
              children: <EffectOf {...effect} />,
            }))}
          />
          {overlay && (
            <>
              <NoteField value={note} onChange={setNote} />
            </>
          )}
        </>
      )}
      {failure && (
        <FailureAlert
          error={failure}
          action={
            <Button size="small" onClick={look}>
              {t('layers.again')}
            </Button>
          }
        />
      )}
    </Sheet>
  );
}

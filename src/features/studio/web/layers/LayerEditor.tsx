import { HistoryOutlined, PlusOutlined, SendOutlined, UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../../../platform/crud/web/form/use-leave-guard.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { layerCheck, layerVersions } from '../../layer-contract.ts';
import { freeName, newField } from '../draft.ts';
import { FieldDialog, type Editing } from '../FieldDialog.tsx';
import { FieldTable } from '../FieldTable.tsx';
import { FindingsAlert } from '../FindingsAlert.tsx';
import { HistoryDialog } from '../HistoryDialog.tsx';
import { LayoutDialog } from '../layout/LayoutDialog.tsx';
import { useDraft, useDraftCheck } from '../use-studio.ts';
import { FixedFields } from './FixedFields.tsx';
import { SchoolStates } from './SchoolStates.tsx';
import { SendLayer, type Order } from './SendLayer.tsx';
import type { LayerSubject } from './use-layers.ts';
import styles from '../studio.module.css';

/** Edits one layer: the fields as schools will have them, what is fixed, and the schools that have it. */
export function LayerEditor({ subject, kind }: { subject: LayerSubject; kind: number }) {
  const { t } = useTranslation();
  const { entity, ground, core, core_required: needed, schools, version } = subject;
  const key = `layer.${entity}.${kind}`;
  const draft = useDraft({ entity: key, ground, overlay: subject.overlay });
  const check = useDraftCheck(key, draft.overlay, subject.schema, (overlay, signal) =>
    call(layerCheck, { params: { entity }, body: { kind, overlay } }, { signal }),
  );
  const maySend = useMay('schema-layer', 'publish');
  const [editing, setEditing] = useState<Editing>();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [isLayoutOpen, setLayoutOpen] = useState(false);
  const [order, setOrder] = useState<Order>();
  const { setDirty } = useLeaveGuard();
  useEffect(() => setDirty(draft.changed), [setDirty, draft.changed]);
  const { schema } = draft;
  const findings = check.findings ?? [];
  const add = () => {
    const taken = Object.keys(schema.properties);
    setEditing({ name: freeName(taken, 'field'), field: newField(schema, 'text'), isNew: true, taken });
  };
  return (
    <>
      <section className={styles.panel} aria-label={t('studio.fields')}>
        <div className={styles.toolbar}>
          <span className={styles.state} role="status">
            {version === 0
              ? t('layers.unsent')
              : t('layers.latest', {
                  version,
                  name: subject.published_by ?? t('studio.unknownUser'),
                  at: (subject.published_at ?? '').slice(0, 10),
                })}
            {draft.changed && <strong>{t('studio.unpublished')}</strong>}
          </span>
          <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setHistoryOpen(true)}>
            {t('studio.history')}
          </Button>
          <Button icon={<UndoOutlined aria-hidden />} disabled={draft.undo === undefined} onClick={draft.undo}>
            {t('studio.undo')}
          </Button>
          <Button onClick={() => setLayoutOpen(true)}>{t('studioLayout.open')}</Button>
          <Button icon={<PlusOutlined aria-hidden />} onClick={add}>
            {t('studio.addField')}
          </Button>
          {maySend && (
            <Button
              type="primary"
              icon={<SendOutlined aria-hidden />}
              disabled={
                (version === 0 && !draft.changed) ||
                check.findings === undefined ||
                findings.length > 0 ||
                schools.length === 0
              }
              onClick={() => setOrder({ kind, title: schema.title, overlay: draft.overlay, chosen: [] })}
            >
              {t('layers.send')}
            </Button>
          )}
        </div>
        {findings.length > 0 && <FindingsAlert findings={findings} />}
        <FieldTable
          schema={schema}
          base={ground}
          core={core}
          needed={needed}
          elsewhere={[]}
          place="x-form"
          findings={findings}
          onChange={draft.change}
          onEdit={(name) => {
            const field = schema.properties[name];
            if (field) setEditing({ name, field, isNew: false });
          }}
        />
        <FixedFields schema={schema} onChange={draft.change} />
      </section>
      <section className={styles.panel} aria-label={t('layers.schools')}>
        <SchoolStates
          schools={schools}
          version={version}
          mayTakeBack={maySend}
          onTakeBack={(picked) =>
            setOrder({ kind, title: schema.title, chosen: picked.map(({ school_id: id }) => id) })
          }
        />
      </section>
      <FieldDialog
        key={editing && `${editing.name} ${editing.isNew}`}
        editing={editing}
        entity={entity}
        published={ground}
        schema={schema}
        base={ground}
        core={core}
        needed={needed}
        roles={subject}
        onClose={() => setEditing(undefined)}
        onDone={draft.change}
      />
      <LayoutDialog open={isLayoutOpen} schema={schema} onClose={() => setLayoutOpen(false)} onDone={draft.change} />
      <HistoryDialog
        open={isHistoryOpen}
        entity={key}
        published={subject.schema}
        base={ground}
        load={(signal) => call(layerVersions, { params: { entity }, query: { kind } }, { signal, quiet: true })}
        onClose={() => setHistoryOpen(false)}
        onRestore={draft.change}
      />
      {order && (
        <SendLayer
          order={order}
          subject={subject}
          schools={order.overlay ? schools : schools.filter(({ school_id: id }) => order.chosen.includes(id))}
          onClose={() => setOrder(undefined)}
          onSent={() => {
            draft.discard();
            setDirty(false);
          }}
        />
      )}
    </>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { UPLOAD_MAX } from '../../../platform/imports/contract.ts';
import { importRoster, type Part, type Received } from '../contract.ts';
import { PartRow } from './PartRow.tsx';
import { PROPOSALS_KEY } from './ProposalsCard.tsx';
import { RosterOrigin } from './RosterOrigin.tsx';
import { RosterProblems } from './RosterProblems.tsx';
import styles from './roster.module.css';

const UPLOAD_TIMEOUT_MS = 300_000;
const MAX_MIB = UPLOAD_MAX / 1024 / 1024;

/** The outcome of a part takes the place of the former one. */
const merged = (before: Received | undefined, now: Received): Received => ({
  ...now,
  parts: before ? before.parts.map((one) => now.parts.find(({ part }) => part === one.part) ?? one) : now.parts,
});

/** Takes a roster: each part of it becomes an import with preview. */
export function ImportCard() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [received, setReceived] = useState<Received>();
  const [tooLarge, setTooLarge] = useState(false);
  const sending = useMutation({
    mutationFn: async ({ given, part }: { given: File; part?: Part }) =>
      call(
        importRoster,
        {
          query: { file_name: given.name.slice(-200), ...(part && { part }) },
          body: new Uint8Array(await given.arrayBuffer()),
        },
        { quiet: true, timeout: UPLOAD_TIMEOUT_MS },
      ),
    onSuccess: (answer, { part }) => {
      setReceived((before) => merged(part && before, answer));
      void client.invalidateQueries({ queryKey: PROPOSALS_KEY });
    },
  });
  const send = useOnce(async (given: File, part?: Part) => {
    setTooLarge(given.size > UPLOAD_MAX);
    if (part === undefined) setReceived(undefined);
    if (given.size > UPLOAD_MAX) return;
    setFile(given);
    await sending.mutateAsync({ given, ...(part && { part }) });
  });
  return (
    <section className={styles.card} aria-labelledby="roster-in">
      <h2 id="roster-in" className={styles.title}>
        {t('roster.in.title')}
      </h2>
      <p className={styles.text}>{t('roster.in.text')}</p>
      <Upload
        accept=".zip"
        showUploadList={false}
        disabled={sending.isPending}
        beforeUpload={(given) => {
          send(given);
          return false;
        }}
      >
        <Button loading={sending.isPending}>{t(sending.isPending ? 'roster.in.sending' : 'roster.in.choose')}</Button>
      </Upload>
      {tooLarge && <Alert type="error" showIcon role="alert" message={t('roster.in.tooLarge', { max: MAX_MIB })} />}
      {!tooLarge && sending.error && <RosterProblems error={sending.error} />}
      {received && <RosterOrigin received={received} />}
      {received && (
        <ul className={styles.parts}>
          {received.parts.map((one) => (
            <PartRow key={one.part} one={one} busy={sending.isPending} onGo={file && (() => send(file, one.part))} />
          ))}
        </ul>
      )}
      {received && received.left_out > 0 && (
        <p className={styles.text}>{t('roster.in.leftOut', { count: received.left_out })}</p>
      )}
    </section>
  );
}

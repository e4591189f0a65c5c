import { Alert, Button, Input, Switch, Upload } from 'antd';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { useLeaveGuard } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import type { IndexConfig } from '../../../platform/session/contract.ts';
import { contrast } from '../../../platform/theme/web/contrast.ts';
import { palette, PRIMARY } from '../../../platform/theme/web/tokens.ts';
import { logoProblem } from '../rules/logo.ts';
import { readLogo } from './read-logo.ts';
import { SitePreview } from './SitePreview.tsx';
import { useSave, valuesOf, type Values } from './use-save.ts';
import styles from './site.module.css';

const ratio = (mode: 'light' | 'dark', color: string) => {
  const c = palette(mode, color);
  return contrast(c.primary, c.onPrimary).toFixed(1);
};

interface RowProps {
  id: string;
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

const Row = ({ id, label, help, error, children }: RowProps) => (
  <div className={styles.row}>
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
    <div className={styles.control}>
      {children}
      <p
        id={`${id}-help`}
        className={error === undefined ? styles.help : styles.error}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? help}
      </p>
    </div>
  </div>
);

/** Everything of the site in one form, with what it comes to beside it. */
export function SiteForm({ config, onSaved }: { config: IndexConfig; onSaved: () => void }) {
  const { t } = useTranslation();
  const was = valuesOf(config);
  const [values, setValues] = useState<Values>(was);
  const [unreadable, setUnreadable] = useState<string>();
  const { setDirty } = useLeaveGuard();
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }));
  const dirty = JSON.stringify(values) !== JSON.stringify(was);
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
  const { save, busy, error } = useSave(config, () => {
    setDirty(false);
    onSaved();
  });
  const failure = error ? failureOf(error) : undefined;
  const wrongIn = (name: keyof Values) => failure?.details.find(({ field }) => field === `/${name}`)?.message;
  const elsewhere = failure && failure.details.length === 0 ? failure.message : undefined;
  const id = useId();
  const at = (name: keyof Values) => `${id}-${name}`;
  const described = (name: keyof Values) => ({
    id: at(name),
    'aria-describedby': `${at(name)}-help`,
    'aria-invalid': wrongIn(name) !== undefined,
    ...(wrongIn(name) !== undefined && { status: 'error' as const }),
  });

  const chooseLogo = async (file: Blob) => {
    try {
      const logo = await readLogo(file);
      setUnreadable(logoProblem(logo));
      if (logoProblem(logo) === undefined) set({ logo });
    } catch {
      setUnreadable(t('siteSetting.logoUnreadable'));
    }
  };
  const color = values.primary_color || PRIMARY;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save(values);
      }}
    >
      <div className={styles.column}>
        {elsewhere !== undefined && <Alert type="error" showIcon role="alert" message={elsewhere} />}
        <section className={styles.card} aria-labelledby={`${id}-brand`}>
          <h2 id={`${id}-brand`} className={styles.heading}>
            {t('siteSetting.brand')}
          </h2>
          <Row
            id={at('site_name')}
            label={t('siteSetting.name')}
            help={t('siteSetting.nameHelp')}
            error={wrongIn('site_name')}
          >
            <Input
              {...described('site_name')}
              maxLength={30}
              value={values.site_name}
              onChange={({ target }) => set({ site_name: target.value })}
            />
          </Row>
          <Row
            id={at('company_slogan')}
            label={t('siteSetting.slogan')}
            help={t('siteSetting.sloganHelp')}
            error={wrongIn('company_slogan')}
          >
            <Input
              {...described('company_slogan')}
              maxLength={40}
              value={values.company_slogan}
              onChange={({ target }) => set({ company_slogan: target.value })}
            />
          </Row>
          <Row
            id={at('logo')}
            label={t('siteSetting.logo')}
            help={t('siteSetting.logoHelp')}
            error={unreadable ?? wrongIn('logo')}
          >
            <div className={styles.inline}>
              <img src={values.logo || '/icon.svg'} alt="" width={44} height={44} className={styles.logo} />
              <Upload
                accept="image/png,image/jpeg"
                showUploadList={false}
                beforeUpload={(file) => {
                  void chooseLogo(file);
                  return false;
                }}
              >
                <Button id={at('logo')}>{t('siteSetting.chooseLogo')}</Button>
              </Upload>
              {values.logo !== '' && (
                <Button type="text" onClick={() => set({ logo: '' })}>
                  {t('siteSetting.removeLogo')}
                </Button>
              )}
            </div>
          </Row>
          <Row
            id={at('primary_color')}
            label={t('siteSetting.color')}
            help={t('siteSetting.colorHelp', { light: ratio('light', color), dark: ratio('dark', color) })}
            error={wrongIn('primary_color')}
          >
            <div className={styles.inline}>
              <input
                type="color"
                id={at('primary_color')}
                aria-describedby={`${at('primary_color')}-help`}
                className={styles.color}
                value={color}
                onChange={({ target }) => set({ primary_color: target.value })}
              />
              <code>{color}</code>
              {values.primary_color !== '' && (
                <Button type="text" onClick={() => set({ primary_color: '' })}>
                  {t('siteSetting.defaultColor')}
                </Button>
              )}
            </div>
          </Row>
          <Row id={at('is_custom')} label={t('siteSetting.custom')} help={t('siteSetting.customHelp')}>
            <Switch
              id={at('is_custom')}
              aria-describedby={`${at('is_custom')}-help`}
              checked={values.is_custom}
              onChange={(is_custom) => set({ is_custom })}
            />
          </Row>
        </section>
        <section className={styles.card} aria-labelledby={`${id}-access`}>
          <h2 id={`${id}-access`} className={styles.heading}>
            {t('siteSetting.access')}
          </h2>
          <Row
            id={at('host')}
            label={t('siteSetting.host')}
            help={t(config.host_editable ? 'siteSetting.hostHelp' : 'siteSetting.hostLocked')}
            error={wrongIn('host')}
          >
            <Input
              {...described('host')}
              maxLength={253}
              disabled={!config.host_editable}
              placeholder="xinli.example.cn"
              value={values.host}
              onChange={({ target }) => set({ host: target.value })}
            />
          </Row>
        </section>
        <section className={styles.card} aria-labelledby={`${id}-home`}>
          <h2 id={`${id}-home`} className={styles.heading}>
            {t('siteSetting.home')}
          </h2>
          <Row
            id={at('welcome')}
            label={t('siteSetting.welcome')}
            help={t('siteSetting.welcomeHelp')}
            error={wrongIn('welcome')}
          >
            <Input.TextArea
              {...described('welcome')}
              maxLength={100}
              autoSize={{ minRows: 2 }}
              value={values.welcome}
              onChange={({ target }) => set({ welcome: target.value })}
            />
          </Row>
        </section>
        <div className={styles.bar}>
          <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty}>
            {t('siteSetting.save')}
          </Button>
        </div>
      </div>
      <aside className={styles.aside} aria-label={t('siteSetting.preview')}>
        <h2 className={styles.heading}>{t('siteSetting.preview')}</h2>
        <SitePreview
          shown={{
            name: values.site_name.trim() || t('login.defaultSite'),
            slogan: values.company_slogan,
            logo: values.logo,
            color: values.primary_color,
          }}
        />
      </aside>
    </form>
  );
}

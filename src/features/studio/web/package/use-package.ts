import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../platform/crud/web/acts/save-file.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { isObject } from '../../../../platform/schema/json.ts';
import { PACKAGE_FORMAT } from '../../../../platform/schema/package.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { schemasChanged } from '../../../../platform/session/web/schemas-changed.ts';
import {
  PACKAGE_BYTES_MAX,
  studioPackage,
  studioPackageApply,
  studioPackageDiff,
  type PackageFile,
} from '../../package-contract.ts';
import { useStudioReload } from '../use-studio.ts';

/** A chosen package, and whether what it does not have is undone too. */
export interface Chosen {
  name: string;
  file: PackageFile;
  exact: boolean;
}

/** The server validates the rest. */
const isPackage = (value: unknown): value is PackageFile =>
  isObject(value) && value['format'] === PACKAGE_FORMAT && isObject(value['entities']);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Saves the package of the organisation as a JSON file. */
export function useSavePackage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { org } = useCurrentUser();
  return useMutation({
    mutationFn: () => call(studioPackage, {}),
    onSuccess: (file) => {
      const blob = new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' });
      saveFile({ blob, fileName: '' }, `${org.org_name}-${t('schemaPackage.fileName')}.json`);
      void message.success(t('schemaPackage.saved', { count: Object.keys(file.entities).length }));
    },
  });
}

/** Compares a chosen package with what is in force, and applies it. */
export function usePackage(onApplied: () => void) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const reload = useStudioReload();
  const [chosen, setChosen] = useState<Chosen>();
  const [wrongFile, setWrongFile] = useState<string>();
  const comparing = useMutation({
    mutationFn: ({ file, exact }: Chosen) =>
      call(studioPackageDiff, { body: { package: file, exact } }, { quiet: true }),
    gcTime: 0,
  });
  const applying = useMutation({
    mutationFn: ({ file, exact, seen, note }: Chosen & { seen: string; note: string }) =>
      call(studioPackageApply, { body: { package: file, exact, seen, note } }, { quiet: true }),
    onSuccess: async ({ changed }) => {
      void message.success(t('schemaPackage.applied', { count: changed.length }));
      schemasChanged.notify();
      await reload();
      onApplied();
    },
    gcTime: 0,
  });
  const compare = (next: Chosen) => {
    setChosen(next);
    applying.reset();
    comparing.mutate(next);
  };
  return {
    chosen,
    wrongFile,
    comparing,
    applying,
    compare,
    async choose(file: File) {
      const content = file.size > PACKAGE_BYTES_MAX ? undefined : parsed(await file.text());
      const isRight = isPackage(content);
      const why = file.size > PACKAGE_BYTES_MAX ? t('schemaPackage.tooLarge') : t('schemaPackage.notPackage');
      setWrongFile(isRight ? undefined : why);
      if (isRight) compare({ name: file.name, file: content, exact: false });
    },
  };
}

import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { exportStarted } from '../../../platform/crud/web/export-started.ts';

interface Export {
  run: () => Promise<unknown> | undefined;
  done: string;
  onClose: () => void;
}

/** Starts an export once, opens the list of exports, and closes the dialog. */
export function useExport({ run, done, onClose }: Export) {
  const { message } = App.useApp();
  const running = useMutation({
    mutationFn: (work: Promise<unknown>) => work,
    onSuccess: () => {
      exportStarted.set(exportStarted.get() + 1);
      void message.success(done);
      close();
    },
  });
  const close = () => {
    running.reset();
    onClose();
  };
  return {
    busy: running.isPending,
    error: running.error,
    close,
    start: async () => {
      const work = run();
      if (work) await running.mutateAsync(work);
    },
  };
}

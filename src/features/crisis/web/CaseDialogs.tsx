import { AssignDialog } from './AssignDialog.tsx';
import type { CaseDialogProps, OpenDialog } from './case-dialog.ts';
import { CaseActDialog } from './CaseActDialog.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { InformDialog } from './InformDialog.tsx';
import { NextStepDialog } from './NextStepDialog.tsx';
import { SafetyPlanDialog } from './SafetyPlanDialog.tsx';
import { StepDialog } from './StepDialog.tsx';

/** The dialog that is open above the page of a case. */
export function CaseDialogs({ dialog: { name, amends }, ...shared }: CaseDialogProps & { dialog: OpenDialog }) {
  const { value, onClose, onDone, onConflict } = shared;
  switch (name) {
    case 'step':
      return (
        <StepDialog
          caseId={value.case_id}
          amends={amends}
          canRestrict={value.can_restrict}
          onClose={onClose}
          onDone={onDone}
          onFailed={onConflict}
        />
      );
    case 'inform':
      return <InformDialog caseId={value.case_id} onClose={onClose} onDone={onDone} />;
    case 'assign':
      return <AssignDialog {...shared} />;
    case 'next':
    case 'complete':
      return <NextStepDialog {...shared} completing={name === 'complete'} />;
    case 'contact':
      return <ContactDialog {...shared} />;
    case 'plan':
      return <SafetyPlanDialog {...shared} />;
    default:
      return <CaseActDialog {...shared} act={name} />;
  }
}

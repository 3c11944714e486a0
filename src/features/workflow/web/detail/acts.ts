import type { AllowedAction } from '#contract/transition.ts'
import type { Act } from './act-dialog.tsx'

/** Dialogs by action: each says what follows and asks once. */
const ACTS: Record<string, Act> = {
  pass: { action: 'pass', title: '同意', ok: '同意', text: { label: '审批意见', least: 0 }, files: true },
  reject: {
    action: 'reject',
    title: '驳回',
    ok: '驳回',
    danger: true,
    hint: '驳回后流程结束，退回发起人修改后重新提交。',
    text: { label: '驳回原因', least: 2 },
    files: true,
  },
  transfer: {
    action: 'transfer',
    title: '转交',
    ok: '转交',
    hint: '转交后由对方审批，您不再处理此项。',
    people: { label: '转交给', many: false },
    text: { label: '说明', least: 0 },
  },
  addSigner: {
    action: 'addSigner',
    title: '加签',
    ok: '加签',
    people: { label: '加签人', many: true },
    where: true,
    text: { label: '说明', least: 0 },
  },
  cancel: {
    action: 'cancel',
    title: '撤回',
    ok: '撤回',
    danger: true,
    hint: '撤回后流程结束，业务恢复到提交前，可修改后重新提交。',
    text: { label: '撤回原因', least: 0 },
  },
  remark: { action: 'remark', title: '备注', ok: '提交', text: { label: '备注内容', least: 1 }, files: true },
}

/** The dialog of an action; null: it is done without one. */
export function actOf({ action }: AllowedAction): Act | null {
  return ACTS[action] ?? null
}

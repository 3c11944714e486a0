import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { PendingDialog } from '#web/kit/pending-dialog.tsx'
import { useCall } from '#web/use-call.ts'
import { budgetPolicy, setPolicy } from '../contract/plan.ts'
import { NAMING, OVERRUN, type Policy } from '../rules/policy.ts'

function options<K extends string>(of: Readonly<Record<K, string>>) {
  return Object.entries<string>(of).map(([value, label]) => ({ value, label }))
}

const TITLE = '预算控制方式'

/** What the company demands of its orders. */
export function PolicyDialog({ onClose }: { onClose: () => void }) {
  const query = useCall(budgetPolicy, {})
  if (!query.data) return <PendingDialog title={TITLE} {...{ query, onClose }} />
  const { data } = query
  return (
    <ActionDialog
      title={TITLE}
      endpoint={setPolicy}
      initial={data}
      fields={[
        {
          kind: 'radio',
          name: 'naming',
          label: '发布采购单须选择预算项',
          required: true,
          options: options(NAMING),
          help: '仅在有生效的年度预算时检查',
        },
        { kind: 'radio', name: 'overrun', label: '超出预算项可用金额', required: true, options: options(OVERRUN) },
      ]}
      input={(body: Policy) => ({ body })}
      hint={data.updatedByName === '' ? '尚未设置，当前为默认方式。' : `最近由${data.updatedByName}设置。`}
      success="已保存"
      onClose={onClose}
    />
  )
}

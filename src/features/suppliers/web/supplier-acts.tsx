import { askText } from '#web/kit/ask-text.tsx'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useAction } from '#web/use-call.ts'
import { actOnSupplier, gradeSupplier, renewSupplier } from '../contract/library.ts'
import { GRADES, type Grade } from '../rules/grades.ts'
import { CategoriesInput } from './categories-input.tsx'
import type { Supplier } from './supplier.ts'

const ACTS = {
  pause: { title: '暂停供应商', hint: '暂停后不再邀请和抽取该供应商，正在进行的采购和合同不受影响。' },
  resume: { title: '恢复合格', hint: '恢复后可以邀请和抽取该供应商。' },
  leave: { title: '退出供应商库', hint: '退出后不再邀请和抽取该供应商；再次合作须重新入库。' },
} as const

/** Acts that take a reason, which the supplier is told. */
export function useSupplierActs() {
  const act = useAction(actOnSupplier, { success: '已办理，并通知该供应商' })
  return (action: string, { supplierId }: Pick<Supplier, 'supplierId'>) => {
    if (!(action in ACTS)) return
    const { title, hint } = ACTS[action as keyof typeof ACTS]
    askText({
      title,
      hint: `${hint}原因将告知供应商。`,
      okText: title.slice(0, 4),
      danger: action !== 'resume',
      run: (reason) => act.run({ params: { supplierId }, body: { action: action as 'pause', reason } }),
    })
  }
}

interface DialogProps {
  supplier: Supplier
  onClose: () => void
}

/** Gives a grade from today on. */
export function GradeDialog({ supplier: { supplierId, name }, onClose }: DialogProps) {
  return (
    <ActionDialog<typeof gradeSupplier, { grade: Grade; until: string; reason: string }>
      title={`评定等级：${name}`}
      endpoint={gradeSupplier}
      schema={gradeSupplier.body}
      hint="自今日起生效，到期自动失效；等级和理由只在本单位内部可见。"
      fields={[
        {
          kind: 'radio',
          name: 'grade',
          label: '等级',
          required: true,
          options: GRADES.map((value) => ({ value, label: `${value} 级` })),
        },
        { kind: 'day', name: 'until', label: '有效至', required: true, future: true },
        { kind: 'area', name: 'reason', label: '理由', required: true, maxLength: 500 },
      ]}
      input={(body) => ({ params: { supplierId }, body })}
      success="等级已评定"
      onClose={onClose}
    />
  )
}

/** Changes categories and term. */
export function TermDialog({ supplier, onClose }: DialogProps) {
  const { supplierId, name, categories, validUntil } = supplier
  return (
    <ActionDialog<typeof renewSupplier, { categories: string[]; validUntil: string; reason: string }>
      title={`调整品类与有效期：${name}`}
      endpoint={renewSupplier}
      schema={renewSupplier.body}
      initial={{ categories, ...(validUntil && { validUntil }) }}
      fields={[
        { kind: 'custom', name: 'categories', label: '供应品类', required: true, control: <CategoriesInput /> },
        { kind: 'day', name: 'validUntil', label: '合格有效期至', required: true },
        { kind: 'area', name: 'reason', label: '调整原因', required: true, maxLength: 500 },
      ]}
      input={(body) => ({ params: { supplierId }, body })}
      success="已调整，并通知该供应商"
      onClose={onClose}
    />
  )
}

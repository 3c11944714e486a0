import type { OutputOf } from '#contract/endpoint.ts'
import { supplierCategories } from '#features/suppliers/contract/library.ts'
import { CERTIFICATE_KINDS } from '#features/suppliers/rules/certificates.ts'
import { type Grade, GRADES } from '#features/suppliers/rules/grades.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createDraw, type drawDetail, updateDraw } from '../contract.ts'
import { REGIONS } from '../rules/draw.ts'

export type SupplierDraw = OutputOf<typeof drawDetail>

interface Values {
  title: string
  purpose: string
  category?: string
  grades?: Grade[]
  regions?: string[]
  certificate?: string
  number: number
  substitutes?: number
}

interface DrawDrawerProps {
  draw?: SupplierDraw
  onDone?: (drawId: string) => void
  onClose: () => void
}

/** What is drawn, and from whom. */
export function DrawDrawer({ draw, onDone, onClose }: DrawDrawerProps) {
  const create = useAction(createDraw, { success: '已保存，平台随机数已登记承诺' })
  const update = useAction(updateDraw, { success: '已保存' })
  const categories = useCall(supplierCategories, {}).data ?? []
  return (
    <FormDrawer<Values>
      title={draw ? `编辑抽取：${draw.title}` : '新建抽取'}
      label="保存"
      initial={draw ? { ...draw, ...draw.conditions } : { number: 3, substitutes: 2 }}
      fields={[
        { kind: 'text', name: 'title', label: '抽取名称', required: true, maxLength: 100, wide: true },
        { kind: 'area', name: 'purpose', label: '用途', required: true, maxLength: 500, rows: 2 },
        {
          kind: 'select',
          name: 'category',
          label: '供应品类',
          searchable: true,
          options: categories.map((one) => ({ value: one, label: one })),
        },
        {
          kind: 'select',
          name: 'grades',
          label: '等级',
          multiple: true,
          options: GRADES.map((one) => ({ value: one, label: `${one} 级` })),
        },
        {
          kind: 'select',
          name: 'regions',
          label: '注册地',
          multiple: true,
          searchable: true,
          options: Object.entries(REGIONS).map(([value, label]) => ({ value, label })),
          help: '按统一社会信用代码中的登记机关所在地',
        },
        {
          kind: 'select',
          name: 'certificate',
          label: '须持有的资质',
          searchable: true,
          options: CERTIFICATE_KINDS.map((one) => ({ value: one, label: one })),
        },
        { kind: 'integer', name: 'number', label: '抽取数量', required: true, min: 1, max: 50, unit: '家' },
        { kind: 'integer', name: 'substitutes', label: '备选数量', min: 0, max: 50, unit: '家' },
      ]}
      run={async ({ title, purpose, category, grades, regions, certificate, number, substitutes }) => {
        const conditions = {
          category: category ?? '',
          grades: grades ?? [],
          regions: regions ?? [],
          certificate: certificate ?? '',
        }
        const body = { title, purpose, conditions, number, substitutes: substitutes ?? 0 }
        if (draw) return update.run({ params: { drawId: draw.drawId }, body })
        const outcome = await create.run({ body })
        if (outcome.ok) onDone?.(outcome.data.drawId)
        return outcome
      }}
      onClose={onClose}
    />
  )
}

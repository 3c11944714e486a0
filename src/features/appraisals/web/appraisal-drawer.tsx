import type { OutputOf } from '#contract/endpoint.ts'
import { GRADES } from '#features/suppliers/rules/grades.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/appraisals.ts'

export type Appraisal = OutputOf<typeof c.appraisalDetail>

interface Values {
  title: string
  templateId: string
  from: string
  until: string
  /** Hidden fields are left out. */
  supplierIds?: string[]
  category: string
  grade: (typeof GRADES)[number] | null
  appraisers?: string[]
  deadline: string
}

interface AppraisalDrawerProps {
  appraisal?: Appraisal
  onDone?: (appraisalId: string) => void
  onClose: () => void
}

/** The form of a draft. */
export function AppraisalDrawer({ appraisal, onDone, onClose }: AppraisalDrawerProps) {
  const choices = useCall(c.appraisalChoices, {}).data
  const create = useAction(c.createAppraisal, { success: '草稿已保存' })
  const update = useAction(c.updateAppraisal, { success: '草稿已保存' })
  const suppliers = choices?.suppliers ?? []
  const categories = [...new Set(suppliers.flatMap((one) => one.categories))].toSorted()
  return (
    <FormDrawer<Values>
      title={appraisal ? `编辑考核：${appraisal.title}` : '新建考核'}
      label="保存草稿"
      initial={
        appraisal
          ? {
              ...appraisal,
              ...appraisal.scope,
              appraisers: appraisal.appraisers.map(({ userId }) => userId),
            }
          : { supplierIds: [], category: '', grade: null, appraisers: [] }
      }
      fields={[
        { kind: 'text', name: 'title', label: '考核名称', required: true, maxLength: 100, wide: true },
        {
          kind: 'select',
          name: 'templateId',
          label: '考核模板',
          required: true,
          wide: true,
          options: (choices?.templates ?? []).map(({ templateId, name, needsAppraisers }) => ({
            value: templateId,
            label: needsAppraisers ? name : `${name}（仅客观指标）`,
          })),
          help: '开始考核时固定为当前版本，之后修改模板不影响本次考核',
        },
        { kind: 'day', name: 'from', label: '考核期开始', required: true },
        { kind: 'day', name: 'until', label: '考核期截止', required: true },
        {
          kind: 'select',
          name: 'supplierIds',
          label: '供应商',
          wide: true,
          multiple: true,
          searchable: true,
          options: suppliers.map(({ supplierId, name }) => ({ value: supplierId, label: name })),
          placeholder: '不选则按下面的条件考核全部合格和暂停的供应商',
        },
        {
          kind: 'select',
          name: 'category',
          label: '供应品类',
          options: categories.map((one) => ({ value: one, label: one })),
          when: hasNoNames,
        },
        {
          kind: 'select',
          name: 'grade',
          label: '现有等级',
          options: GRADES.map((one) => ({ value: one, label: `${one} 级` })),
          when: hasNoNames,
        },
        {
          kind: 'select',
          name: 'appraisers',
          label: '评分人',
          wide: true,
          multiple: true,
          searchable: true,
          options: (choices?.colleagues ?? []).map(({ userId, name }) => ({ value: userId, label: name })),
          help: '三人及以上时去掉一个最高分和一个最低分；仅有客观指标的模板无需选择',
        },
        { kind: 'instant', name: 'deadline', label: '打分截止时间', required: true, future: true },
      ]}
      run={async ({ supplierIds = [], category, grade, appraisers = [], ...fields }) => {
        const scope = { supplierIds, category: category || '', grade: grade ?? null }
        const body = { ...fields, appraisers, scope }
        if (appraisal) return update.run({ params: { appraisalId: appraisal.appraisalId }, body })
        const outcome = await create.run({ body })
        if (outcome.ok) onDone?.(outcome.data.appraisalId)
        return outcome
      }}
      onClose={onClose}
    />
  )
}

const hasNoNames = ({ supplierIds }: Record<string, unknown>) =>
  ((supplierIds as string[] | undefined) ?? []).length === 0

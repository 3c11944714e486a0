import { Form } from 'antd'
import { useMemo } from 'react'
import { EmptyState } from '#web/kit/states.tsx'
import type { TextColumn } from '#web/kit/text-grid.ts'
import { TextGrid } from '#web/kit/text-grid.tsx'
import { FormSection } from '../../web/buyer/order-form/form-section.tsx'
import type { SectionProps } from '../../web/buyer/order-form/step-buyer.ts'
import { useBuyer } from '../../web/buyer/use-buyer.ts'
import { type LineFacts, MAX_FACT } from './terms.ts'

const LINE: TextColumn<string>[] = [
  { field: '_name', title: '名称与规格', width: 220, fixed: true },
  { field: '_quantity', title: '数量', width: 96, number: true, fixed: true },
]
const FACTS = ['settings', 'lineFacts']

/** What the method asks of each line, as a sheet below the lines of the project's bill. */
export function LineFactsSection({ project }: SectionProps) {
  const form = Form.useFormInstance()
  const { method } = useBuyer()
  const lot = Form.useWatch<number | undefined>('lotNo', form) ?? 1
  const facts = Form.useWatch<LineFacts | undefined>(FACTS, { form, preserve: true })
  const asked = method.lineColumns
  const lines = useMemo(() => project.lines.filter(({ lotNo }) => lotNo === lot), [project.lines, lot])
  if (!asked) return null
  const columns = [
    ...LINE,
    ...asked.map(({ key, title, isRequired }) => ({
      field: key,
      title,
      isRequired: isRequired === true,
      width: 130,
      maxLength: MAX_FACT,
    })),
  ]
  const rows = lines.map(({ itemId, name, spec, quantity, unit }) => ({
    key: itemId,
    _name: spec ? `${name}（${spec}）` : name,
    _quantity: `${quantity} ${unit}`,
    ...Object.fromEntries(asked.map(({ key }) => [key, facts?.[itemId]?.[key] ?? ''])),
  }))
  const store = (changed: readonly Record<string, string>[]) =>
    form.setFieldValue(
      FACTS,
      Object.fromEntries(
        changed.map((row) => [row.key, Object.fromEntries(asked.map(({ key }) => [key, row[key] ?? '']))]),
      ),
    )
  const titles = asked.map(({ title }) => title).join('、')
  return (
    <FormSection
      id="line-facts"
      title="逐行要求"
      hint={`逐行填写${titles}，带 * 的必填；发布后列在每行的规格之后，供应商据此报价。`}
    >
      {rows.length === 0 ? (
        <EmptyState title="采购清单还没有内容" hint="先在项目中填写采购清单，再回到这里" />
      ) : (
        <TextGrid label="逐行要求" columns={columns} rows={rows} onChange={store} />
      )}
    </FormSection>
  )
}

import { Button, Form, InputNumber } from 'antd'
import { formatAmount } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { MOST_LOTS } from '../contract.ts'
import type { Project } from './types.ts'
import { lotOf, type LotValue } from './package-values.ts'

interface LineLotsProps {
  lines: Project['lines']
  /** The lots stand already. */
  isFixed: boolean
  value?: Record<string, number>
  onChange?: (split: Record<string, number>) => void
}

/** Which line falls into which lot; lots come and go with it. */
export function LineLots({ lines, isFixed, value = {}, onChange }: LineLotsProps) {
  const form = Form.useFormInstance()
  const lotOfLine = (line: Project['lines'][number]) => value[line.itemId] ?? line.lotNo
  const set = (split: Record<string, number>) => {
    onChange?.(split)
    const before = (form.getFieldValue('lots') ?? []) as LotValue[]
    const numbers = [...new Set(lines.map(({ itemId, lotNo }) => split[itemId] ?? lotNo))].toSorted((a, b) => a - b)
    form.setFieldValue(
      'lots',
      numbers.map((lotNo) => {
        const own = lines.filter(({ itemId, lotNo: was }) => (split[itemId] ?? was) === lotNo)
        const known = before.find((lot) => lot.lotNo === lotNo)
        const { title, estimatedPrice, controlPrice, ...rest } = lotOf(lotNo, own)
        // What follows from the lines follows again; what was chosen stays.
        return known
          ? { ...rest, ...known, estimatedPrice, controlPrice }
          : { ...rest, title, estimatedPrice, controlPrice }
      }),
    )
  }
  return (
    <>
      {!isFixed && (
        <p className="kb-flex kb-gap-8 kb-wrap kb-below-8">
          <Button
            size="small"
            onClick={() => set(Object.fromEntries(lines.slice(0, MOST_LOTS).map(({ itemId }, i) => [itemId, i + 1])))}
          >
            每行一包
          </Button>
          <Button size="small" onClick={() => set(bySection(lines))}>
            按分部分包
          </Button>
          <Button
            size="small"
            onClick={() => set(Object.fromEntries(lines.map(({ itemId, lotNo }) => [itemId, lotNo])))}
          >
            恢复清单的包号
          </Button>
        </p>
      )}
      <DataTable
        label="清单归入包号"
        rows={lines}
        rowKey={(line) => line.itemId}
        columns={[
          {
            key: 'lot',
            title: '包号',
            width: 90,
            render: (line) =>
              isFixed ? (
                lotOfLine(line)
              ) : (
                <InputNumber
                  aria-label={`${line.name}的包号`}
                  min={1}
                  max={MOST_LOTS}
                  precision={0}
                  value={lotOfLine(line)}
                  onChange={(lotNo) => lotNo && set({ ...value, [line.itemId]: lotNo })}
                />
              ),
          },
          { key: 'name', title: '名称', isHead: true, value: (line) => line.name },
          { key: 'spec', title: '规格', value: (line) => line.spec },
          {
            key: 'quantity',
            title: '数量',
            width: 110,
            align: 'right',
            value: (line) => `${line.quantity} ${line.unit}`,
          },
          {
            key: 'price',
            title: '单价限价（元）',
            width: 130,
            align: 'right',
            value: (line) => (line.controlPrice === null ? '' : formatAmount(line.controlPrice)),
          },
        ]}
      />
    </>
  )
}

function bySection(lines: Project['lines']): Record<string, number> {
  const sections = [...new Set(lines.map(({ section }) => section))]
  return Object.fromEntries(lines.map(({ itemId, section }) => [itemId, sections.indexOf(section) + 1]))
}

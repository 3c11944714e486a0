import { Button, Form, Input, Select } from 'antd'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { useCall } from '#web/use-call.ts'
import { agreementSuppliers } from '../contract/agreement.ts'
import { LineInputs, type LineValues } from '#web/kit/line-inputs.tsx'
import { boundText } from './words.ts'

export interface ItemRow {
  name: string
  spec: string
  unit: string
  quantity?: string | undefined
}

export interface PartyRow {
  companyId?: string | undefined
  /** Shown where the company is not in the library any more. */
  name?: string
  share?: string | undefined
  prices: LineValues
}

const EMPTY_ITEM: ItemRow = { name: '', spec: '', unit: '' }

interface Rows<R> {
  disabled?: boolean
  value?: R[]
  onChange?: (rows: R[]) => void
}

/** What is agreed on; disabled, it is only read. */
export function ItemInputs({ value = [], disabled = false, onChange }: Rows<ItemRow>) {
  if (disabled) return <ItemTable rows={value} />
  const text = (name: 'name' | 'spec' | 'unit', title: string, most: number) => ({
    title,
    cell: (row: ItemRow, { set, label }: { set: (part: Partial<ItemRow>) => void; label: string }) => (
      <Input
        aria-label={`${label}${title}`}
        maxLength={most}
        value={row[name]}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    ),
  })
  return (
    <div className="kb-stack kb-gap-8">
      <EditRows<ItemRow>
        label="协议标的"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 行标的`}
        path="items"
        columns={[
          text('name', '名称', 200),
          text('spec', '规格', 500),
          text('unit', '单位', 20),
          {
            title: '数量上限',
            cell: (row, { set, label }) => (
              <AmountInput
                aria-label={`${label}数量上限`}
                digits={6}
                unit={row.unit}
                capitals={false}
                placeholder="不限"
                value={row.quantity}
                onChange={(quantity) => set({ quantity })}
              />
            ),
          },
        ]}
        onChange={(rows) => onChange?.(rows)}
      />
      <div>
        <Button onClick={() => onChange?.([...value, EMPTY_ITEM])}>添加标的</Button>
      </div>
    </div>
  )
}

function ItemTable({ rows }: { rows: readonly ItemRow[] }) {
  return (
    <DataTable
      label="协议标的"
      rows={rows.map((row, i) => ({ ...row, line: String(i + 1) }))}
      rowKey={({ line }) => line}
      columns={[
        { key: 'name', title: '名称', isHead: true, value: (row) => row.name },
        { key: 'spec', title: '规格', value: (row) => row.spec },
        {
          key: 'quantity',
          title: '数量上限',
          width: 160,
          value: ({ quantity, unit }) => boundText(quantity ?? null, unit),
        },
      ]}
    />
  )
}

/** With whom, at which prices; their order is that of rotation. */
export function PartyInputs({ value = [], disabled = false, onChange }: Rows<PartyRow>) {
  const items = (Form.useWatch('items') as ItemRow[] | undefined) ?? []
  const kind = Form.useWatch('kind') as string | undefined
  const lines = items.map(({ name, spec, unit }, i) => ({ line: i + 1, name: name || `第 ${i + 1} 行`, spec, unit }))
  const { data: suppliers = [] } = useCall(agreementSuppliers, {})
  const taken = new Set(value.map(({ companyId }) => companyId))
  const set = (index: number, part: Partial<PartyRow>) =>
    onChange?.(value.map((row, i) => (i === index ? { ...row, ...part } : row)))
  return (
    <div className="kb-stack kb-gap-12">
      {value.map((row, index) => {
        const name = `第 ${index + 1} 家供应商`
        const known = suppliers.find(({ companyId }) => companyId === row.companyId)
        const options = suppliers
          .filter(({ companyId }) => companyId === row.companyId || !taken.has(companyId))
          .map(({ companyId, name: label, admission }) => ({
            value: companyId,
            label: admission ? `${label}（${admission.reason}）` : label,
            disabled: admission?.level === 'block',
          }))
        if (row.companyId && !known) options.push({ value: row.companyId, label: row.name ?? '', disabled: false })
        return (
          <section key={index} className="kb-box kb-stack kb-gap-12" aria-label={name} data-path={`entries.${index}`}>
            <div className="kb-tiles kb-gap-16">
              <Labelled label={name}>
                {(id) => (
                  <Select
                    id={id}
                    className="kb-wide"
                    disabled={disabled}
                    showSearch={{ optionFilterProp: 'label' }}
                    placeholder="从本单位供应商库选择"
                    options={options}
                    value={row.companyId ?? null}
                    onChange={(companyId) => set(index, { companyId: companyId ?? undefined })}
                  />
                )}
              </Labelled>
              <Labelled label="份额">
                {(id) => (
                  <AmountInput
                    id={id}
                    aria-label={`${name}份额`}
                    digits={2}
                    capitals={false}
                    unit="%"
                    placeholder="不分配"
                    value={row.share}
                    onChange={(share) => set(index, { share })}
                  />
                )}
              </Labelled>
              {!disabled && (
                <div>
                  <Button type="text" danger onClick={() => onChange?.(value.filter((_, i) => i !== index))}>
                    移除
                  </Button>
                </div>
              )}
            </div>
            {lines.length > 0 && (
              <LineInputs
                label={name}
                lines={lines}
                disabled={disabled}
                fields={[
                  {
                    name: 'unitPrice',
                    title: '协议价',
                    placeholder: () => (kind === 'supplier' ? '按订单报价' : ''),
                  },
                  { name: 'quantity', title: '该供应商数量', placeholder: () => '不单独约定' },
                ]}
                value={row.prices}
                onChange={(prices) => set(index, { prices })}
              />
            )}
          </section>
        )
      })}
      {!disabled && (
        <div>
          <Button onClick={() => onChange?.([...value, { prices: {} }])}>添加供应商</Button>
        </div>
      )}
    </div>
  )
}

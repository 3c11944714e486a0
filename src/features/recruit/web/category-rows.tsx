import { Button, Input, Select, Switch } from 'antd'
import { newId } from '#contract/id.ts'
import { EditRows, moved, RowTools } from '#web/kit/edit-rows.tsx'
import type { Category } from '../rules/order.ts'
import { REQUIRE_TYPES } from '../rules/kinds.ts'
import { optionsOf } from './words.ts'

interface CategoryRowsProps {
  id?: string
  value?: Category[]
  onChange?: (categories: Category[]) => void
}

const MOST = 20
const TYPES = optionsOf(REQUIRE_TYPES)

/** What suppliers are wanted for, each with the documents that they hand in; a field of a form. */
export function CategoryRows({ value = [], onChange }: CategoryRowsProps) {
  const change = (categories: Category[]) => onChange?.(categories)
  const set = (index: number, part: Partial<Category>) =>
    change(value.map((one, i) => (i === index ? { ...one, ...part } : one)))
  return (
    <div className="kb-stack kb-gap-16">
      {value.map((category, index) => {
        const label = `品类 ${index + 1}`
        return (
          <section key={category.key} className="kb-box" aria-label={label}>
            <div className="kb-row kb-gap-12 kb-below-8">
              <Input
                aria-label={`${label}名称`}
                placeholder="品类名称，如 医用手套"
                maxLength={60}
                value={category.name}
                onChange={(event) => set(index, { name: event.target.value })}
              />
              <RowTools
                label={label}
                index={index}
                count={value.length}
                onMove={(to) => change(moved(value, index, to))}
                onRemove={() => change(value.filter((_, i) => i !== index))}
              />
            </div>
            <Input.TextArea
              aria-label={`${label}要求`}
              placeholder="对供应商的要求"
              rows={2}
              maxLength={2000}
              value={category.requirements}
              onChange={(event) => set(index, { requirements: event.target.value })}
            />
            {category.documents.length > 0 && (
              <div className="kb-above-8">
                <EditRows
                  label={`${label}须提交的材料`}
                  rows={category.documents}
                  nameOf={(i) => `${label}材料 ${i + 1}`}
                  path={`categories.${index}.documents`}
                  columns={[
                    {
                      title: '材料名称',
                      cell: (row, at) => (
                        <Input
                          aria-label={`${at.label}名称`}
                          maxLength={60}
                          value={row.name}
                          onChange={(event) => at.set({ name: event.target.value })}
                        />
                      ),
                    },
                    {
                      title: '类型',
                      cell: (row, at) => (
                        <Select
                          className="kb-wide"
                          aria-label={`${at.label}类型`}
                          options={TYPES}
                          value={row.requireType}
                          onChange={(requireType) => at.set({ requireType })}
                        />
                      ),
                    },
                    {
                      title: '必须提交',
                      cell: (row, at) => (
                        <Switch
                          size="small"
                          aria-label={`${at.label}必须提交`}
                          checked={row.required}
                          onChange={(required) => at.set({ required })}
                        />
                      ),
                    },
                  ]}
                  onChange={(documents) => set(index, { documents })}
                />
              </div>
            )}
            <Button
              className="kb-above-8"
              size="small"
              disabled={category.documents.length >= MOST}
              onClick={() =>
                set(index, {
                  documents: [
                    ...category.documents,
                    { key: newId(), requireType: 'qualification', name: '', required: true },
                  ],
                })
              }
            >
              添加材料
            </Button>
          </section>
        )
      })}
      <div>
        <Button
          disabled={value.length >= MOST}
          onClick={() => change([...value, { key: newId(), name: '', requirements: '', documents: [] }])}
        >
          添加品类
        </Button>
      </div>
    </div>
  )
}

import { Button, Select } from 'antd'
import { AmountInput } from '#web/kit/amount-input.tsx'
import type { FactField, Test } from '../../rules/definition.ts'
import { AMOUNT_OPS, CHOICE_OPS } from '../../rules/definition.ts'
import type { Around } from './design-data.ts'

interface ConditionFieldsProps {
  value: readonly Test[]
  around: Around
  onChange: (value: Test[]) => void
}

/** The tests of one branch; all of them must hold. Several ways to the same branch are several branches. */
export function ConditionFields({ value, around, onChange }: ConditionFieldsProps) {
  const { facts, readOnly } = around
  return (
    <div className="kb-labelled">
      <span className="kb-label">同时满足以下条件</span>
      <ol className="wf-tests kb-column kb-gap-12 kb-below-8">
        {value.map((test, i) => (
          <li key={i}>
            <TestFields test={test} number={i + 1} around={around} onChange={(next) => onChange(value.with(i, next))} />
            {!readOnly && (
              <Button
                type="text"
                size="small"
                danger
                aria-label={`删除条件 ${i + 1}`}
                onClick={() => onChange(value.toSpliced(i, 1))}
              >
                删除
              </Button>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && facts.length > 0 && (
        <Button size="small" onClick={() => onChange([...value, blankOf(facts[0]!)])}>
          添加条件
        </Button>
      )}
    </div>
  )
}

interface TestFieldsProps {
  test: Test
  number: number
  around: Around
  onChange: (test: Test) => void
}

function TestFields({ test, number, around, onChange }: TestFieldsProps) {
  const { facts, readOnly } = around
  const field = facts.find((one) => one.key === test.fact)
  const ops = 'values' in test ? CHOICE_OPS : AMOUNT_OPS
  return (
    <>
      <Select
        aria-label={`条件 ${number} 的字段`}

        disabled={readOnly}
        options={facts.map((one) => ({ value: one.key, label: one.label }))}
        value={test.fact}
        onChange={(key: string) => onChange(blankOf(facts.find((one) => one.key === key)!))}
      />
      <Select
        aria-label={`条件 ${number} 的比较方式`}

        disabled={readOnly}
        options={Object.entries(ops).map(([value, label]) => ({ value, label }))}
        value={test.op}
        onChange={(op: string) => onChange({ ...test, op } as Test)}
      />
      {'values' in test ? (
        <Select
          aria-label={`条件 ${number} 的选项`}
          className="kb-wide"
          mode="multiple"
          disabled={readOnly}
          placeholder="请选择"
          showSearch={{ optionFilterProp: 'label' }}
          options={field?.options ?? []}
          value={test.values}
          onChange={(values: string[]) => onChange({ ...test, values })}
        />
      ) : (
        <AmountInput
          aria-label={`条件 ${number} 的金额`}
          disabled={readOnly}
          value={test.value}
          onChange={(value) => onChange({ ...test, value: value ?? '0' })}
        />
      )}
    </>
  )
}

function blankOf(field: FactField): Test {
  return field.type === 'amount'
    ? { op: 'gte', fact: field.key, value: '0' }
    : { op: 'in', fact: field.key, values: [] }
}

import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { FormModal } from '#web/kit/form-modal.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { useAction } from '#web/use-call.ts'
import { addTemplate, changeTemplate, type chargeConfigs } from '../contract/standard.ts'
import { checkTerms, isTiered } from '../rules/check.ts'
import { BASES, ElementKind, Formula } from '../rules/enums.ts'
import type { Terms, Tier } from '../rules/fee.ts'
import { Calculator } from './calculator.tsx'

type Template = OutputOf<typeof chargeConfigs>['templates'][number]
const E = ElementKind.values

const BEGIN: Terms = {
  formula: Formula.values.cumulative,
  elements: [{ type: E.base, value: 'winnerAmount' }],
  tiers: [
    { from: '0', to: '1000000', rate: '1' },
    { from: '1000000', to: null, rate: '0.5' },
  ],
}
const KINDS = ElementKind.options.map(({ value, label }) => ({ value, label }))
const CHOICES: Readonly<Record<number, { value: string; label: string }[]>> = {
  [E.base]: Object.entries(BASES).map(([value, label]) => ({ value, label })),
  [E.symbol]: ['+', '-', '×', '÷', '(', ')'].map((value) => ({ value, label: value })),
}

/** A template is written here; what is wrong is said beside it, and a trial shows what it charges. */
export function TemplateDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const [name, setName] = useState(template?.name ?? '')
  const [terms, setTerms] = useState<Terms>(template?.terms ?? BEGIN)
  const add = useAction(addTemplate, { success: '模板已保存' })
  const change = useAction(changeTemplate, { success: '模板已保存' })
  const findings = checkTerms(terms)
  const save = async () => {
    const body = {
      name,
      terms: {
        ...terms,
        formula: terms.formula as 1,
        elements: terms.elements.map((one) => ({ ...one, type: one.type as 1 })),
        tiers: [...terms.tiers],
      },
    }
    const outcome = await (template
      ? change.run({ params: { templateId: template.templateId }, body })
      : add.run({ body }))
    if (outcome.ok) onClose()
  }
  const tiered = isTiered(terms)
  return (
    <FormModal
      open
      width={820}
      title={template ? '修改收费模板' : '新建收费模板'}
      okText="保存"
      confirmLoading={add.busy || change.busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="kb-stack kb-gap-12">
        <Labelled label="名称">
          {(id) => <Input id={id} value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />}
        </Labelled>
        <Labelled label="计费公式">
          {(id) => (
            <Select
              id={id}
              className="kb-wide"
              value={terms.formula}
              options={[...Formula.options]}
              onChange={(formula) => setTerms({ ...terms, formula })}
            />
          )}
        </Labelled>
        <b>{tiered ? '计费基数' : '收取金额'}</b>
        <EditRows
          label="计费基数"
          rows={terms.elements}
          nameOf={(i) => `第 ${i + 1} 项`}
          path="elements"
          columns={[
            {
              title: '类型',
              cell: (row, { set, label }) => (
                <Select
                  aria-label={`${label}类型`}
                  value={row.type}
                  options={KINDS}
                  onChange={(type: number) => set({ type, value: CHOICES[type]?.[0]?.value ?? '' })}
                />
              ),
            },
            {
              title: '内容',
              cell: (row, { set, label }) =>
                CHOICES[row.type] ? (
                  <Select
                    aria-label={`${label}内容`}
                    value={row.value}
                    options={CHOICES[row.type]}
                    onChange={(value: string) => set({ value })}
                  />
                ) : (
                  <Input
                    aria-label={`${label}内容`}
                    value={row.value}
                    placeholder="数值或算式，如 0.8"
                    onChange={(event) => set({ value: event.target.value })}
                  />
                ),
            },
          ]}
          onChange={(elements) => setTerms({ ...terms, elements })}
        />
        <Button onClick={() => setTerms({ ...terms, elements: [...terms.elements, { type: E.symbol, value: '×' }] })}>
          添加一项
        </Button>
        {tiered && <Tiers tiers={terms.tiers} onChange={(tiers) => setTerms({ ...terms, tiers })} />}
        {findings.map((one) => (
          <Alert key={one.message} type={one.level === 'wrong' ? 'error' : 'warning'} showIcon title={one.message} />
        ))}
        <b>试算</b>
        <Calculator terms={terms} />
      </div>
    </FormModal>
  )
}

function Tiers({ tiers, onChange }: { tiers: readonly Tier[]; onChange: (tiers: Tier[]) => void }) {
  const text = (label: string, value: string, set: (value: string) => void) => (
    <Input aria-label={label} inputMode="decimal" value={value} onChange={(event) => set(event.target.value.trim())} />
  )
  const last = tiers.at(-1)
  return (
    <>
      <b>费率</b>
      <EditRows
        label="费率"
        rows={tiers}
        nameOf={(i) => `第 ${i + 1} 档`}
        path="tiers"
        columns={[
          {
            title: '金额自（元，含）',
            cell: (row, { set, label }) => text(`${label}下限`, row.from, (from) => set({ from })),
          },
          {
            title: '至（元，不含；空为以上）',
            cell: (row, { set, label }) =>
              text(`${label}上限`, row.to ?? '', (to) => set({ to: to === '' ? null : to })),
          },
          {
            title: '费率（%）',
            cell: (row, { set, label }) => text(`${label}费率`, row.rate, (rate) => set({ rate })),
          },
        ]}
        onChange={onChange}
      />
      <Button onClick={() => onChange([...tiers, { from: last?.to ?? '0', to: null, rate: '0' }])}>添加一档</Button>
    </>
  )
}

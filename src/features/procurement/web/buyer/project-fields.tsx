import { Select } from 'antd'
import { useEffect, useState } from 'react'
import type { Field } from '#web/kit/form-fields.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useCall } from '#web/use-call.ts'
import type { Shares } from '../../contract/budget.ts'
import { partnerCompanies } from '../../contract/project.ts'
import { PROJECT_SLOTS } from '../../contract/slots.ts'
import { CATEGORIES } from '../../rules/enums.ts'
import { RegimeChoice } from './regime-choice.tsx'

export interface Partner {
  companyId: string
  name: string
}

interface PartnerField {
  help: string
  disabled: boolean
  known: Partner | null
}

/**
 * The fields of a project. `partner`: whom an agency buys for; null for a purchaser. `fixed`: why what its
 * orders are judged by cannot change.
 */
export function projectFields(partner: PartnerField | null, fixed = ''): Field[] {
  return [
    { kind: 'text', name: 'name', label: '项目名称', required: true, wide: true },
    {
      kind: 'radio',
      name: 'category',
      label: '类别',
      required: true,
      options: CATEGORY_OPTIONS,
      disabled: fixed !== '',
    },
    {
      kind: 'custom',
      name: 'regime',
      label: '适用制度',
      required: true,
      wide: true,
      help: fixed || '时间要求、采购方式和评标委员会的组成按此检查，公告发布后不能变更',
      control: <RegimeChoice disabled={fixed !== ''} />,
    },
    { kind: 'amount', name: 'budget', label: '预算金额', required: true },
    ...(partner ? [] : [BUDGET]),
    { kind: 'text', name: 'funds', label: '资金来源', placeholder: '如：自筹资金' },
    { kind: 'text', name: 'region', label: '项目所在地', maxLength: 100, placeholder: '如：浙江省杭州市' },
    ...(partner ? [partnerField(partner)] : []),
    { kind: 'area', name: 'description', label: '项目概况', maxLength: 5000, rows: 5 },
  ]
}

/** The same of what is sold: what it is worth, and nothing that purchases are judged by. `partner`: whom an agency sells for. */
export function soldFields(partner: PartnerField | null): Field[] {
  return [
    { kind: 'text', name: 'name', label: '销售项目名称', required: true, wide: true },
    { kind: 'amount', name: 'budget', label: '评估价', required: true, help: '没有评估的，填写账面净值或者估计的价值' },
    { kind: 'text', name: 'region', label: '标的所在地', maxLength: 100, placeholder: '如：浙江省杭州市' },
    ...(partner ? [partnerField(partner, '出让方')] : []),
    { kind: 'area', name: 'description', label: '标的概况', maxLength: 5000, rows: 5 },
  ]
}

/** A purchaser's own budget; an agency knows nothing of it. */
const BUDGET: Field = {
  kind: 'custom',
  name: 'budgetShares',
  label: '预算项',
  help: '单位有生效的年度预算时选择，发布采购单时预占',
  control: <BudgetLines />,
}

function BudgetLines({ value, onChange }: { value?: Shares; onChange?: (shares: Shares) => void }) {
  return <Parts of={PROJECT_SLOTS.budgetField} value={value} onChange={(shares) => onChange?.(shares)} />
}

const CATEGORY_OPTIONS = Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }))

function partnerField({ help, ...control }: PartnerField, label = '采购人'): Field {
  return {
    kind: 'custom',
    name: 'purchaserCompanyId',
    label,
    required: true,
    help,
    control: <PartnerSelect {...control} placeholder={`请选择${label}`} />,
  }
}

interface PartnerSelectProps {
  known: Partner | null
  disabled: boolean
  placeholder: string
  value?: string | null
  onChange?: (companyId: string | null) => void
  id?: string
}

/** A company to work with, found by name as one types. */
function PartnerSelect({ known, value, onChange, ...rest }: PartnerSelectProps) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const { data = [], isFetching } = useCall(
    partnerCompanies,
    { query: { kind: 'purchaser', ...(keyword ? { keyword } : {}) } },
    { keep: true },
  )
  const options = known && !data.some((company) => company.companyId === known.companyId) ? [known, ...data] : data
  return (
    <Select
      {...rest}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={isFetching ? '查找中' : '没有找到企业'}
      value={value ?? null}
      options={options.map((company) => ({ value: company.companyId, label: company.name }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  )
}

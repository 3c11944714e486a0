import { Input, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { supplierPage } from '#features/enterprise/contract/company.ts'
import type { Field } from '#web/kit/form-fields.tsx'
import { useCall } from '#web/use-call.ts'
import { lookUpCompany } from '../contract/library.ts'
import { PLACES } from '../rules/places.ts'
import { SUPPLIER_STATES } from '../rules/states.ts'

const BY = [
  { value: 'registered', label: '已在平台注册' },
  { value: 'code', label: '未注册，填写名称和信用代码' },
]

/** Who is meant: a supplier registered here, or one by credit code and name. */
export const SUBJECT_FIELDS: Field[] = [
  { kind: 'radio', name: 'by', label: '供应商', required: true, options: BY, wide: true },
  {
    kind: 'custom',
    name: 'subject.companyId',
    label: '企业',
    required: true,
    wide: true,
    when: (values) => values.by === 'registered',
    control: <CompanySelect />,
  },
  {
    kind: 'custom',
    name: 'subject.creditCode',
    label: '统一社会信用代码',
    required: true,
    when: (values) => values.by === 'code',
    control: <CodeInput />,
  },
  {
    kind: 'text',
    name: 'subject.name',
    label: '企业名称',
    required: true,
    when: (values) => values.by === 'code',
  },
]

interface Named {
  by?: string
  subject?: { companyId?: string | null; name?: string; creditCode?: string }
}

/** The subject that was filled in, as calls take it. */
export function subjectOf({ by, subject = {} }: Named) {
  const { companyId = null, name = '', creditCode = '' } = subject
  return by === 'code' ? { companyId: null, name, creditCode } : { companyId, name: '', creditCode: '' }
}

interface ControlProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

function CompanySelect({ id, value, onChange }: ControlProps) {
  const [keyword, setKeyword] = useState('')
  const found = useCall(supplierPage, { query: { keyword, pageSize: 50 } }, { keep: true })
  return (
    <Select
      {...(id && { id })}
      className="kb-wide"
      placeholder="按名称查找已认证的供应商"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={(found.data?.rows ?? []).map((one) => ({
        value: one.companyId,
        label: `${one.companyName}（${one.socialCreditCode}）`,
      }))}
      value={value ?? null}
      onChange={(chosen) => chosen && onChange?.(chosen)}
    />
  )
}

/** Says at once who has the code, and whether the library has it. */
function CodeInput({ id, value = '', onChange }: ControlProps) {
  const creditCode = value.trim().toUpperCase()
  const { data } = useCall(lookUpCompany, { query: { creditCode } }, { enabled: creditCode.length === 18 })
  return (
    <>
      <Input
        {...(id && { id })}
        value={value}
        maxLength={18}
        autoComplete="off"
        onChange={(event) => onChange?.(event.target.value)}
      />
      {creditCode.length === 18 && data?.supplier && (
        <p className="kb-note kb-above-4">
          供应商库已有该企业：
          <Link to={PLACES.detail(data.supplier.supplierId)}>{data.supplier.name}</Link>（
          {SUPPLIER_STATES[data.supplier.state]}）
        </p>
      )}
      {creditCode.length === 18 && !data?.supplier && data?.company && (
        <p className="kb-note kb-above-4">该代码已在平台注册：{data.company.name}</p>
      )}
    </>
  )
}

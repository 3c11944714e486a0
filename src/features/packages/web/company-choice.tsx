import { Select } from 'antd'
import { useState } from 'react'
import { supplierPage } from '#features/enterprise/contract/company.ts'
import { useCall } from '#web/use-call.ts'

export interface Company {
  value: string
  label: string
}

interface CompanyChoiceProps {
  id?: string
  value?: Company[]
  onChange?: (companies: Company[]) => void
  'aria-label'?: string
}

/** Certified suppliers, found by name; a field of a form. */
export function CompanyChoice({ id, value = [], onChange, ...rest }: CompanyChoiceProps) {
  const [keyword, setKeyword] = useState('')
  const found = useCall(supplierPage, { query: { keyword, pageSize: 50 } }, { keep: true })
  return (
    <Select<Company[]>
      {...rest}
      {...(id && { id })}
      className="kb-wide"
      mode="multiple"
      labelInValue
      placeholder="按名称查找已认证的供应商"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={(found.data?.rows ?? []).map((one) => ({ value: one.companyId, label: one.companyName }))}
      value={value}
      onChange={(chosen) => onChange?.(chosen.map(({ value: id, label }) => ({ value: id, label })))}
    />
  )
}

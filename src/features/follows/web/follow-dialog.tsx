import { Select } from 'antd'
import { useState } from 'react'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useCall } from '#web/use-call.ts'
import { findCompanies, followCompany } from '../contract.ts'

interface Values {
  companyId: string
}

/** A company is found by its name, and followed. */
export function FollowDialog({ onClose }: { onClose: () => void }) {
  return (
    <ActionDialog
      title="关注企业"
      endpoint={followCompany}
      fields={[{ kind: 'custom', name: 'companyId', label: '企业', required: true, control: <CompanyChoice /> }]}
      input={({ companyId }: Values) => ({ params: { companyId } })}
      hint="只提醒公开信息：作为采购人发布的新公告，作为供应商公布的结果。对方不会得知被关注。"
      okText="关注"
      success="已关注，有公开动态时提醒"
      onClose={onClose}
    />
  )
}

interface ChoiceProps {
  id?: string
  value?: string
  onChange?: (companyId: string) => void
}

function CompanyChoice({ id, value, onChange }: ChoiceProps) {
  const [typed, setTyped] = useState('')
  const keyword = typed.trim()
  const isAsked = keyword.length >= 2
  const found = useCall(findCompanies, { query: { keyword } }, { keep: true, enabled: isAsked }).data
  const rows = isAsked && found ? found.rows : []
  return (
    <Select<string>
      {...(id && { id })}
      className="kb-wide"
      placeholder="输入企业名称，至少 2 个字"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={isAsked ? '没有找到已认证的企业' : '请输入企业名称，至少 2 个字'}
      options={rows.map((one) => ({
        value: one.companyId,
        label: one.isFollowed ? `${one.name}（已关注）` : one.name,
        disabled: one.isFollowed,
      }))}
      value={value ?? null}
      onChange={(chosen) => onChange?.(chosen)}
    />
  )
}

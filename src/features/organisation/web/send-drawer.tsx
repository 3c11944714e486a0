import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useAction, useCall } from '#web/use-call.ts'
import { companiesToAssociate, sendAssociation } from '../contract/associations.ts'
import { RelationKind } from '../contract/shared.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'

interface Values {
  companyId: string
  kind: 1 | 2
  message?: string
}

interface SendDrawerProps {
  onClose: () => void
}

/** Asking another company to become a child or the parent. */
export function SendDrawer({ onClose }: SendDrawerProps) {
  const send = useAction(sendAssociation, { success: '申请已发送，等待对方处理' })
  return (
    <FormDrawer<Values>
      title="发起关联"
      label="发送申请"
      initial={{ kind: RelationKind.values.child }}
      fields={[
        {
          kind: 'radio',
          name: 'kind',
          label: '对方成为',
          required: true,
          wide: true,
          options: RelationKind.options,
        },
        {
          kind: 'custom',
          name: 'companyId',
          label: '对方企业',
          required: true,
          wide: true,
          help: '输入企业名称或统一社会信用代码查找；仅限已在本平台认证的企业',
          control: <CompanySelect />,
        },
        { kind: 'area', name: 'message', label: '说明', maxLength: 200, rows: 3 },
      ]}
      run={({ companyId, kind, message = '' }) => send.run({ body: { companyId, kind, message } })}
      onClose={onClose}
    />
  )
}

interface CompanySelectProps {
  /** Given by the form, for its label. */
  id?: string
  value?: string
  onChange?: (companyId: string) => void
}

/** A certified company, found by name or code while typing. */
function CompanySelect({ id, value, onChange }: CompanySelectProps) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useCall(companiesToAssociate, { query: { keyword } }, { enabled: keyword.length >= 2, keep: true })
  return (
    <Select
      {...(id ? { id } : {})}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder="请输入企业名称或信用代码"
      value={value ?? null}
      onChange={(companyId: string) => onChange?.(companyId)}
      loading={found.isFetching}
      notFoundContent={keyword.length < 2 ? '请输入至少两个字' : found.isFetching ? '查找中' : '没有找到已认证的企业'}
      options={(found.data ?? []).map((one) => ({
        value: one.companyId,
        label: `${one.name}（${one.creditCode}）`,
      }))}
    />
  )
}

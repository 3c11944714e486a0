import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { supplierPage } from '#features/enterprise/contract/company.ts'
import { useCall } from '#web/use-call.ts'

export interface ChosenSuppliers {
  companyIds: string[]
  reason: string
}

interface SupplierPickerProps {
  /** Already on the list. */
  taken: readonly string[]
  reason: { label: string; placeholder: string; initial?: string }
  submit: string
  busy: boolean
  /** Whether they were taken: the choice begins anew. */
  onChoose: (chosen: ChosenSuppliers) => Promise<boolean>
}

/** Certified suppliers, found by name, and why they are chosen. */
export function SupplierPicker({ taken, reason: about, submit, busy, onChoose }: SupplierPickerProps) {
  const [keyword, setKeyword] = useState('')
  const found = useCall(supplierPage, { query: { keyword, pageSize: 50 } }, { keep: true })
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const [reason, setReason] = useState(about.initial ?? '')
  const choose = async () => {
    const done = await onChoose({ companyIds: chosen.map((one) => one.value), reason: reason.trim() })
    if (done) setChosen([])
  }
  return (
    <div className="buyer-invite kb-stack kb-gap-6 kb-reading">
      <label htmlFor="invitee-companies">供应商</label>
      <Select<{ value: string; label: string }[]>
        id="invitee-companies"
        className="kb-wide"
        mode="multiple"
        labelInValue
        placeholder="按名称查找已认证的供应商"
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        options={(found.data?.rows ?? [])
          .filter((one) => !taken.includes(one.companyId))
          .map((one) => ({ value: one.companyId, label: one.companyName }))}
        value={chosen}
        onChange={setChosen}
      />
      <label htmlFor="invitee-reason">{about.label}</label>
      <Input.TextArea
        id="invitee-reason"
        rows={2}
        maxLength={500}
        placeholder={about.placeholder}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <p className="kb-above-8">
        <Button
          type="primary"
          disabled={chosen.length === 0 || reason.trim().length < 2}
          loading={busy}
          onClick={() => void choose()}
        >
          {submit}
        </Button>
      </p>
    </div>
  )
}

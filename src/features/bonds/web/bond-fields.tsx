import { Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { BOND_FORMS, type BondForm } from '#features/procurement/rules/bond-terms.ts'
import { DayInput } from '#web/kit/instant-input.tsx'
import { KEEP_GROUNDS, type KeepGround } from '../rules/states.ts'

export interface BondValue {
  day: string
  amount: string
  form: BondForm
  rate: string
  reason: string
  ground: KeepGround | undefined
  voucher: { fileId: string; name: string } | null
  /** What the slip comes to where it pays several bonds; '': this one alone. */
  slipAmount: string
}

interface BondFieldsProps {
  /** Label of the day that is asked for; none when left out. */
  day?: string
  /** The amount to begin with. */
  amount?: string
  /** The yearly rate in percent to begin with. */
  rate?: string
  reason?: boolean
  /** A lawful ground is chosen. */
  ground?: boolean
  voucher?: boolean
  onChange: (value: BondValue) => void
}

/** What is recorded of a bond: a day, an amount or rate, a voucher, a reason. */
export function BondFields({ day, amount, rate, reason, ground, voucher, onChange }: BondFieldsProps) {
  const [value, setValue] = useState<BondValue>({
    day: '',
    amount: amount ?? '',
    form: 'transfer',
    rate: rate ?? '',
    reason: '',
    ground: undefined,
    voucher: null,
    slipAmount: '',
  })
  const [files, setFiles] = useState<{ fileId: string; name: string; size: number }[]>([])
  const change = (part: Partial<BondValue>) => {
    const next = { ...value, ...part }
    setValue(next)
    onChange(next)
  }
  return (
    <div className="kb-form-grid">
      {day !== undefined && (
        <div>
          <label htmlFor="bond-day">{day}</label>
          <DayInput id="bond-day" value={value.day} onChange={(one) => change({ day: one ?? '' })} />
        </div>
      )}
      {amount !== undefined && (
        <div>
          <label htmlFor="bond-amount">金额</label>
          <AmountInput id="bond-amount" value={value.amount} onChange={(one) => change({ amount: one ?? '' })} />
        </div>
      )}
      {amount !== undefined && (
        <div className="kb-form-wide">
          <Radio.Group
            aria-label="形式"
            value={value.form}
            options={Object.entries(BOND_FORMS).map(([form, label]) => ({ value: form, label }))}
            onChange={(event) => change({ form: event.target.value as BondForm })}
          />
        </div>
      )}
      {rate !== undefined && (
        <div>
          <label htmlFor="bond-rate">活期存款年利率（%）</label>
          <Input
            id="bond-rate"
            value={value.rate}
            suffix="%"
            onChange={(event) => change({ rate: event.target.value.trim() })}
          />
        </div>
      )}
      {ground && (
        <div className="kb-form-wide">
          <label htmlFor="bond-ground">法定依据</label>
          <Select
            id="bond-ground"
            className="kb-wide"
            placeholder="请选择"
            options={Object.entries(KEEP_GROUNDS).map(([value, label]) => ({ value, label }))}
            onChange={(one: KeepGround) => change({ ground: one })}
          />
        </div>
      )}
      {reason && (
        <div className="kb-form-wide">
          <label htmlFor="bond-reason">依据和原因</label>
          <Input.TextArea
            id="bond-reason"
            rows={3}
            maxLength={500}
            placeholder="如：确定结果后无正当理由不签订合同"
            onChange={(event) => change({ reason: event.target.value.trim() })}
          />
        </div>
      )}
      {voucher && (
        <div className="kb-form-wide">
          <FileUpload
            use="bond-voucher"
            label="上传凭证"
            value={files}
            accept=".pdf,.png,.jpg,.jpeg"
            onChange={(given) => {
              const last = given.slice(-1)
              setFiles(last)
              change({ voucher: last[0] ? { fileId: last[0].fileId, name: last[0].name } : null })
            }}
          />
        </div>
      )}
      {voucher && amount !== undefined && value.form === 'transfer' && (
        <div className="kb-form-wide">
          <label htmlFor="bond-slip">回单总额（选填）</label>
          <AmountInput id="bond-slip" value={value.slipAmount} onChange={(one) => change({ slipAmount: one ?? '' })} />
          <p className="kb-hint">供应商一笔转账支付本项目多个标段的保证金时填写，各标段登记的金额合计不得超过总额</p>
        </div>
      )}
    </div>
  )
}

import { Form, Input, Radio } from 'antd'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { CompanyChoice } from './company-choice.tsx'
import type { Project } from './types.ts'
import type { LotValue, PackageValues } from './package-values.ts'

interface LotRowsProps {
  lines: Project['lines']
  value?: LotValue[]
  onChange?: (lots: LotValue[]) => void
}

/** The orders of a package: name, amounts, and whom each admits. */
export function LotRows({ lines, value = [], onChange }: LotRowsProps) {
  const split = Form.useWatch<PackageValues['split'] | undefined>('split') ?? {}
  const set = (lotNo: number, part: Partial<LotValue>) =>
    onChange?.(value.map((lot) => (lot.lotNo === lotNo ? { ...lot, ...part } : lot)))
  return (
    <div className="kb-stack kb-gap-12">
      {value.map((lot) => {
        const { lotNo, title, estimatedPrice, controlPrice, admission, companies, orderId } = lot
        const count = lines.filter(({ itemId, lotNo: was }) => (split[itemId] ?? was) === lotNo).length
        const name = `包号 ${lotNo}`
        return (
          <div key={lotNo} className="kb-box kb-box-16 kb-stack kb-gap-8" role="group" aria-label={name}>
            <p className="kb-flat">
              <b>{name}</b> <span className="kb-muted">清单 {count} 行</span>
            </p>
            <Input
              aria-label={`${name}：采购单名称`}
              placeholder="采购单名称"
              maxLength={200}
              value={title}
              onChange={(event) => set(lotNo, { title: event.target.value })}
            />
            <div className="kb-form-grid">
              <div className="kb-stack kb-gap-4">
                <span className="kb-muted">预算（元）</span>
                <AmountInput
                  aria-label={`${name}：预算`}
                  value={estimatedPrice ?? null}
                  onChange={(price) => set(lotNo, { estimatedPrice: price })}
                />
              </div>
              <div className="kb-stack kb-gap-4">
                <span className="kb-muted">最高限价（元，不设的留空）</span>
                <AmountInput
                  aria-label={`${name}：最高限价`}
                  value={controlPrice ?? null}
                  onChange={(price) => set(lotNo, { controlPrice: price })}
                />
              </div>
            </div>
            <Radio.Group
              aria-label={`${name}：邀请范围`}
              value={admission}
              disabled={orderId !== undefined}
              options={[
                { value: 'open', label: '公开' },
                { value: 'invited', label: '仅邀请' },
              ]}
              onChange={(event) => set(lotNo, { admission: event.target.value as LotValue['admission'] })}
            />
            {admission === 'invited' &&
              (orderId === undefined ? (
                <CompanyChoice
                  aria-label={`${name}：受邀供应商`}
                  value={companies}
                  onChange={(chosen) => set(lotNo, { companies: chosen })}
                />
              ) : (
                <p className="kb-flat kb-hint">受邀供应商在该采购单的编辑页中增减。</p>
              ))}
          </div>
        )
      })}
    </div>
  )
}

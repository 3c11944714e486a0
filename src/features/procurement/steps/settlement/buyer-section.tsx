import { Form } from 'antd'
import { FormFields } from '#web/kit/form-fields.tsx'
import { saleInWords, SaleTerms } from '../../rules/sale-terms.ts'
import { FormSection } from '../../web/buyer/order-form/form-section.tsx'

const BASE = 'settings.sale'

/** How the goods are looked at, paid and taken away, and what that comes to in words. */
export function SaleSection() {
  const form = Form.useFormInstance()
  const given = Form.useWatch<Partial<SaleTerms> | undefined>(['settings', 'sale'], form)
  const terms = SaleTerms.safeParse(given ?? {}).data
  return (
    <FormSection id="sale" title="付款与提货" hint="写入公告，公告发布后只能通过变更公告修改。">
      <FormFields
        fields={[
          { kind: 'integer', name: `${BASE}.paymentDays`, label: '付款期限', min: 1, max: 30, unit: '日（成交后）' },
          { kind: 'integer', name: `${BASE}.pickUpDays`, label: '提货期限', min: 1, max: 180, unit: '日（付款后）' },
          {
            kind: 'switch',
            name: `${BASE}.isWeighed`,
            label: '按过磅数量结算',
            help: '多退少补；多个标的须逐行填写单价。不勾选的按现状整体交付',
          },
          {
            kind: 'switch',
            name: `${BASE}.nextBidder`,
            label: '成交人不付款的，由报价次高者递补',
          },
          {
            kind: 'switch',
            name: `${BASE}.isStateAsset`,
            label: '属于企业国有资产转让',
            help: '须通过产权交易机构进行，不能在本平台发布',
          },
          { kind: 'area', name: `${BASE}.viewing`, label: '看样安排', maxLength: 1000, rows: 2 },
        ]}
      />
      {terms && (
        <p className="kb-section-hint kb-hint" role="status">
          {saleInWords(terms)}。
        </p>
      )}
    </FormSection>
  )
}

import { Alert, Checkbox } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { FormModal } from '#web/kit/form-modal.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { caTerms, submitApplication } from '../contract/company.ts'
import { dueOf } from '../rules/prices.ts'
import type { ApplicationDetail } from './words.ts'

/** The last look before an application is handed in: what it costs, and whether a voucher is redeemed. */
export function SubmitDialog({ row, onClose }: { row: ApplicationDetail; onClose: () => void }) {
  const navigate = useNavigate()
  const query = useCall(caTerms, {}, { fresh: 0 })
  const [wants, setWants] = useState(true)
  const useVoucher = wants && (query.data?.vouchers ?? 0) > 0
  const submit = useAction(submitApplication, {
    success: ({ state }) => (state === 'pending' ? '已提交，等待审核' : '请完成支付'),
    onDone: ({ payOrderId }) => {
      onClose()
      if (payOrderId) void navigate(`/finance/orders/${payOrderId}`)
    },
  })
  return (
    <FormModal
      open
      title="提交申请"
      onCancel={onClose}
      okText="提交"
      cancelText="取消"
      confirmLoading={submit.busy}
      okButtonProps={{ disabled: query.data === undefined }}
      onOk={() => void submit.run({ params: { applicationId: row.applicationId }, body: { useVoucher } })}
    >
      <WhenLoaded query={query}>
        {({ vouchers, voucherWorth }) => (
          <div className="kb-column kb-gap-12">
            <FieldList
              items={[
                { label: '价格', value: `${formatAmount(row.price)} 元` },
                { label: '应付', value: `${formatAmount(dueOf(row.price, useVoucher))} 元` },
              ]}
            />
            <Checkbox
              checked={useVoucher}
              disabled={vouchers === 0}
              onChange={(event) => setWants(event.target.checked)}
            >
              {`使用 1 张 CA 抵用券（抵 ${formatAmount(voucherWorth)} 元，现有 ${vouchers} 张）`}
            </Checkbox>
            <p className="kb-note">提交后抵用券即冻结，签发时使用；驳回时款项原路退回，抵用券退回。</p>
            {row.act === 'replace' && <Alert type="warning" showIcon title="提交后原证书立即吊销，不可恢复" />}
          </div>
        )}
      </WhenLoaded>
    </FormModal>
  )
}

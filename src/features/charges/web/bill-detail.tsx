import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { ask } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { approvalField, type ApprovalRule, confirmStep, toldOf, type WithApproval } from '#web/kit/confirm-step.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { agencyBill, dropBill, sendBill, waiveBill } from '../contract/bill.ts'
import { BILL_ACTIONS, type BillAction } from '../rules/bill.ts'
import { billSections } from './bill-view.tsx'
import { useRule } from './use-rule.ts'
import { billTag } from './words.ts'

const PAGE = '/agency/service-fee'
const NO_RULE: ApprovalRule = { inForce: null, isAlways: true, choices: [] }

/** A charge of the agency, and what may be done with it now. */
export function Screen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(agencyBill, { params: { billId: id } }, { fresh: 0 })
  useCompanyLive('charges')
  const [waiving, setWaiving] = useState<ApprovalRule | null>(null)
  const [sendRule, waiveRule] = [useRule('send'), useRule('waive')]
  const params = { billId: id }
  const send = useAction(sendBill, { success: toldOf('已发出') })
  const drop = useAction(dropBill, { success: '已删除', onDone: () => void navigate(`${PAGE}/charge/list`) })
  const acts: Partial<Record<BillAction, (bill: OutputOf<typeof agencyBill>) => unknown>> = {
    edit: () => navigate(`${PAGE}/charge/${id}/form`),
    async remove() {
      if (await ask({ title: '删除该收费草稿？', danger: true })) await drop.run({ params })
    },
    async send(bill) {
      const content = `将向${bill.debtorName}收取，发出后金额不可修改。`
      await confirmStep({ title: '发出收费？', content, okText: '发出' }, await sendRule(), (body) =>
        send.run({ params, body }),
      )
    },
    receive: () => navigate(`${PAGE}/income/new/form?bill=${id}`),
    waive: async () => setWaiving((await waiveRule()) ?? NO_RULE),
  }
  return (
    <DetailScreen query={query} back={{ label: '代理服务费', to: `${PAGE}/charge/list` }}>
      {(bill) => ({
        title: bill.orderTitle,
        status: <StatusTag {...billTag(bill.state, bill.pending)} />,
        facts: [bill.code],
        ...(bill.dueAt && ['sent', 'part'].includes(bill.state) && { deadline: { label: '付款期限', at: bill.dueAt } }),
        extra: bill.actions.map((action) => (
          <Button
            key={action}
            type={['send', 'receive'].includes(action) ? 'primary' : 'default'}
            onClick={() => void acts[action]?.(bill)}
          >
            {BILL_ACTIONS[action].label}
          </Button>
        )),
        notice: (
          <>
            {bill.pending !== null && <Alert type="info" showIcon title={`“${bill.pending}”正在审批`} />}
            {waiving && (
              <ActionDialog
                title="减免收费"
                endpoint={waiveBill}
                fields={[
                  { kind: 'area', name: 'reason', label: '减免原因', required: true, maxLength: 200 },
                  ...approvalField(waiving),
                ]}
                input={(values: { reason: string } & WithApproval) => ({ params, body: values })}
                hint="待收的金额不再收取。"
                success={toldOf('已减免')}
                danger
                onClose={() => setWaiving(null)}
              />
            )}
          </>
        ),
        sections: billSections(bill, (receiptId) => `${PAGE}/income/${receiptId}/detail`),
      })}
    </DetailScreen>
  )
}

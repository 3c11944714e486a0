import type { ReactNode } from 'react'
import { recordContractDate } from '#features/procurement/contract/follow-up.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { toast } from '#web/feedback.ts'
import { ApprovalFields, confirmStep, isChosen, NO_CHOICE, toldOf } from '#web/kit/confirm-step.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { answerOf, useAction, useCall } from '#web/use-call.ts'
import {
  type BondAct,
  type BondRow,
  keepBond,
  recordBondPayment,
  recordBondRefund,
  returnBonds,
  turnBond,
} from '../contract/register.ts'
import { BondFields, type BondValue } from './bond-fields.tsx'
import { turnQuestion } from './turn.ts'

/** By what a step must be approved. */
const useRule = (node: string) => answerOf(useCall(approvalNode, { params: { type: 'bond', node } }))

/** What the owner of an order does with its bonds. */
export function useBondActs(orderId: string) {
  const pay = useAction(recordBondPayment, { success: '已登记到账' })
  const refund = useAction(recordBondRefund, { success: ({ interest }) => `已登记退还，利息 ${interest} 元` })
  const giveBack = useAction(returnBonds, { success: toldOf('已发起退还') })
  const keep = useAction(keepBond, { success: toldOf('已登记') })
  const turn = useAction(turnBond, { success: toldOf('已转为履约保证金') })
  const sign = useAction(recordContractDate, { success: '已登记' })
  const [returnRule, keepRule, turnRule] = [useRule('returnBatch'), useRule('keep'), useRule('turn')]
  const dialog = (
    title: string,
    { below, ...fields }: Omit<Parameters<typeof BondFields>[0], 'onChange'> & { below?: ReactNode },
    run: Run,
  ) =>
    openDialog<BondValue>({
      title,
      content: (state) => (
        <>
          <BondFields {...fields} onChange={state.set} />
          {below}
        </>
      ),
      run: async (value) => {
        if (value) return run(value)
        toast.warning('请填写')
        return false
      },
    })
  const returnThese = async (rows: readonly BondRow[], content: string) =>
    confirmStep({ title: '退还保证金', content, okText: '退还' }, await returnRule(), ({ approval = NO_CHOICE }) =>
      giveBack.run({ params: { orderId }, body: { tradeIds: rows.map(({ tradeId }) => tradeId), approval } }),
    )
  const acts: Record<BondAct, (row: BondRow, demanded: string) => void> = {
    record: (row, amount) =>
      dialog(`登记到账：${row.supplierName}`, { day: '到账日期', amount, voucher: true }, async (value) => {
        if (!value.voucher) return warn('请上传凭证')
        const { amount: paid, form, day: paidOn, voucher, slipAmount } = value
        const body = {
          amount: paid,
          form,
          paidOn,
          voucher,
          slipAmount: form === 'transfer' && slipAmount ? slipAmount : null,
        }
        return (await pay.run({ params: { orderId, tradeId: row.tradeId }, body })).ok
      }),
    refund: (row) =>
      dialog(`登记退还：${row.supplierName}`, { day: '退还日期', rate: '0.05', voucher: true }, async (value) => {
        if (!value.voucher) return warn('请上传凭证')
        const body = { refundedOn: value.day, rate: value.rate, voucher: value.voucher }
        return (await refund.run({ params: { orderId, tradeId: row.tradeId }, body })).ok
      }),
    return: (row) =>
      void returnThese(
        [row],
        row.form === 'transfer'
          ? `${row.supplierName}的保证金将原路退回，利息计入其平台余额。`
          : `${row.supplierName}的${row.kindLabel}将释放。`,
      ),
    turn: (row) =>
      void turnRule().then((rule) =>
        confirmStep(turnQuestion(row), rule, ({ approval = NO_CHOICE }) =>
          turn.run({ params: { orderId, tradeId: row.tradeId }, body: { approval } }),
        ),
      ),
    keep: (row) =>
      void keepRule().then((rule) => {
        let approval = NO_CHOICE
        dialog(
          `不予退还：${row.supplierName}`,
          {
            reason: true,
            ground: row.kind !== 'offline',
            below: <ApprovalFields rule={rule} onChange={(input) => (approval = input)} />,
          },
          async ({ reason, ground }) => {
            if (!isChosen(rule, approval)) return false
            const body = { reason, approval, ...(ground && { ground }) }
            return (await keep.run({ params: { orderId, tradeId: row.tradeId }, body })).ok
          },
        )
      }),
  }
  return {
    isReturning: giveBack.busy,
    act: (act: BondAct, row: BondRow, demanded: string) => acts[act](row, demanded),
    giveBack: (rows: readonly BondRow[], total: string) =>
      void returnThese(
        rows,
        `共 ${rows.length} 笔：现金 ${total} 元原路退回，利息计入各家平台余额；保函和额度释放。每笔单独办理，一笔失败不影响其他。`,
      ),
    contract: () =>
      dialog(
        '登记合同签订日期',
        { day: '签订日期' },
        async ({ day }) => (await sign.run({ params: { orderId }, body: { signedOn: day } })).ok,
      ),
  }
}

export type BondActs = ReturnType<typeof useBondActs>
type Run = (value: BondValue) => Promise<boolean>

function warn(text: string): false {
  toast.warning(text)
  return false
}
